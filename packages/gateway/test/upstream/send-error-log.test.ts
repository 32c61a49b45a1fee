import { ConnectError } from '@mcp-typeahead/connect';
import { expect, test } from 'vitest';
import { createSendErrorLog } from '../../src/upstream/send-error-log.js';
import { useGatewayClients } from '../support/clients.js';
import { createRecordingLog } from '../support/recording-log.js';

const connect = useGatewayClients();

test('a URL that cannot be reached is reported once in a while, in words and without secrets', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: { url: 'http://user:secret@127.0.0.1:9/mcp?key=secret' }, log });
  for (const method of ['initialize', 'tools/list', 'prompts/list']) {
    const { error } = await client.request(method, {});
    expect(error).toEqual({ code: -32603, message: 'Upstream is unreachable' });
  }
  const warnings = log.lines.filter((line) => line.includes(' warn '));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('http://127.0.0.1:9/mcp');
  expect(log.lines.join('\n')).not.toContain('secret');
});

test('the end of an upstream is not reported a second time', () => {
  const log = createRecordingLog();
  const onSendError = createSendErrorLog(log);
  for (const code of ['exited', 'closed', 'session-gone'] as const) onSendError(new ConnectError(code, 'x'));
  expect(log.lines).toEqual([]);
});
