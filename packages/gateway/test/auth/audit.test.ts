import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openAuditFile } from '../../src/audit/audit-file.js';
import type { AuditRecord } from '../../src/audit/audit-record.js';
import { parseConfig } from '../../src/config/index.js';
import { createGateway } from '../../src/create-gateway.js';
import { eventually } from '../support/eventually.js';
import { recordingFile } from '../support/received.js';
import { createRecordingLog } from '../support/recording-log.js';
import { scripted } from '../support/script.js';
import { createClient } from '../support/stdio-client.js';

const upstream = scripted({
  capabilities: { prompts: {}, resources: {}, completions: {} },
  prompts: { p: { a: ['hunter2'] }, admin: { a: ['x'] } },
  templates: { 'doc://{id}': { id: ['hunter2'] } },
});

function recordsIn(path: string): AuditRecord[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditRecord);
}

describe('the audit of a gateway', () => {
  it('is a file of JSON lines: who asked for what, and what came of it, and no value', async () => {
    const path = recordingFile('audit.jsonl');
    const config = parseConfig(
      `
audit: ${path}
access: { prompts: { admin: deny } }
limits: { perPrincipal: { perSecond: 0.001, burst: 6 } }
`,
      { file: '/etc/typeahead.yaml' },
    );
    const gateway = createGateway({ upstream, config });
    const client = createClient((streams) => gateway.serveStdio(streams));
    await client.initialize();
    const complete = (ref: object, argument: string, value = 'hun') =>
      client.request('completion/complete', { ref, argument: { name: argument, value } });
    await complete({ type: 'ref/prompt', name: 'p' }, 'a');
    await complete({ type: 'ref/prompt', name: 'admin' }, 'a');
    await complete({ type: 'ref/prompt', name: 'typed by hand' }, 'typed too');
    await complete({ type: 'ref/resource', uri: 'doc://hunter2' }, 'id');
    await complete({ type: 'ref/prompt', name: 'p' }, 'none');
    await client.request('completion/complete', 'junk');
    await complete({ type: 'ref/prompt', name: 'p' }, 'a');
    await client.request('prompts/get', { name: 'admin' });
    await client.request('prompts/get', { name: 'typed by hand' });
    await client.request('resources/read', { uri: 'doc://hunter2' });
    await eventually(() => expect(recordsIn(path)).toHaveLength(10));
    await gateway.close();

    const of = { at: expect.stringMatching(/^\d{4}-.*Z$/), principal: 'local' };
    const completion = { ...of, action: 'completion/complete' };
    const prompt = { ...completion, ref: 'ref/prompt', valueLength: 3 };
    expect(recordsIn(path)).toEqual([
      { ...prompt, name: 'p', argument: 'a', count: 1, outcome: 'values' },
      { ...prompt, name: 'admin', argument: 'a', outcome: 'forbidden', code: -32602 },
      { ...prompt, outcome: 'error', code: -32602 },
      {
        ...completion,
        ref: 'ref/resource',
        valueLength: 3,
        name: 'doc://{id}',
        argument: 'id',
        count: 0,
        outcome: 'empty',
      },
      { ...prompt, name: 'p', count: 0, outcome: 'empty' },
      { ...completion, outcome: 'error', code: -32602 },
      { ...prompt, name: 'p', argument: 'a', outcome: 'limited', code: 42900 },
      { ...of, action: 'prompts/get', ref: 'ref/prompt', name: 'admin', outcome: 'forbidden' },
      { ...of, action: 'prompts/get', ref: 'ref/prompt', outcome: 'allowed' },
      { ...of, action: 'resources/read', ref: 'ref/resource', name: 'doc://{id}', outcome: 'allowed' },
    ]);
    expect(readFileSync(path, 'utf8')).not.toMatch(/hun|typed|junk/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('goes to stderr where that is asked for, and to whoever embeds the gateway', async () => {
    const log = createRecordingLog();
    const records: AuditRecord[] = [];
    const config = parseConfig('audit: stderr', { file: '/etc/typeahead.yaml' });
    const gateway = createGateway({
      upstream,
      config,
      log: { ...log, relay: (line) => log.lines.push(line) },
      onAudit: (record) => records.push(record),
    });
    const client = createClient((streams) => gateway.serveStdio(streams));
    await client.initialize();
    await client.request('completion/complete', {
      ref: { type: 'ref/prompt', name: 'p' },
      argument: { name: 'a', value: '' },
    });
    await gateway.close();
    expect(records).toMatchObject([{ principal: 'local', valueLength: 0, count: 1, outcome: 'values' }]);
    expect(log.lines).toContain(JSON.stringify(records[0]));
  });

  it('that cannot be written holds nobody up, and says what was lost', async () => {
    const log = createRecordingLog();
    const file = openAuditFile({ path: '/nowhere/at/all/audit.jsonl', log });
    const record: AuditRecord = { at: '', action: 'completion/complete', outcome: 'empty' };
    file.write(record);
    await eventually(() =>
      expect(log.lines.join('\n')).toContain('the audit cannot be written error="ENOENT"'),
    );
    file.write(record);
    file.write(record);
    expect(log.lines.filter((line) => line.includes('are being lost'))).toHaveLength(1);
    await file.close();
  });
});
