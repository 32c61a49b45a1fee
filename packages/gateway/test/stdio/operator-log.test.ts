import { expect, test, vi } from 'vitest';
import { useGatewayClients } from '../support/clients.js';
import { configOf } from '../support/config.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { createRecordingLog, type RecordingLog } from '../support/recording-log.js';
import { scripted } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();
const prompts = { report: { severity: ['theirs'], service: [] } };

const linesOf = (log: RecordingLog, start: string): string[] =>
  log.lines.filter((line) => line.startsWith(`mcp-typeahead ${start}`));
const warned = (log: RecordingLog, count: number) =>
  vi.waitFor(() => expect(linesOf(log, 'warn the configuration completes')).toHaveLength(count), {
    timeout: 15_000,
  });

test('a misspelt prompt is told though nobody asks for it, once, and again after a reload', async () => {
  const log = createRecordingLog();
  const received = recordingFile();
  const text = 'prompts:\n  reprot: { severity: [P0] }';
  const client = connect({ upstream: scripted({ prompts, received }), config: configOf(text), log });
  await client.initialize();
  for (const value of ['', 't', 'th']) {
    await client.request('completion/complete', complete('report', 'severity', value));
  }
  await warned(log, 1);
  expect(log.lines.join('\n')).toContain(
    'prompt "reprot", which the server does not list (did you mean "report"?',
  );
  expect(receivedBy(received, 'prompts/list')).toHaveLength(1);
  client.gateway.reload(configOf(text));
  await client.request('completion/complete', complete('report', 'severity'));
  await warned(log, 2);
  expect(receivedBy(received, 'prompts/list')).toHaveLength(1);
});

test('templates at a server without resources are told, and an unlisted argument answers all the same', async () => {
  const log = createRecordingLog();
  const config = configOf('prompts:\n  report: { sevrity: [P0] }\nresources:\n  "a://{b}": { b: [x] }');
  const client = connect({ upstream: scripted({ prompts }), config, log });
  await client.initialize();
  const { result } = await client.request('completion/complete', complete('report', 'sevrity'));
  expect(result).toMatchObject({ completion: { values: ['P0'] } });
  await warned(log, 2);
  expect(log.lines.join('\n')).toContain('argument "sevrity" of prompt "report"');
  expect(log.lines.join('\n')).toContain(
    'template "a://{b}", which the server does not list (it lists none)',
  );
});

test('an upstream that does not give its lists delays and fails nothing', async () => {
  const log = createRecordingLog();
  const config = configOf('prompts:\n  reprot: { severity: [P0] }');
  const client = connect({ upstream: scripted({ prompts, hang: ['prompts/list'] }), config, log });
  await client.initialize();
  for (const value of ['', 't']) {
    const { result } = await client.request('completion/complete', complete('report', 'severity', value));
    expect(result).toMatchObject({ completion: { values: ['theirs'] } });
  }
  await warned(log, 0);
});

test('at level debug each completion is a line: who answered, how much and how fast, and nothing that was typed', async () => {
  const log = createRecordingLog();
  const config = configOf('prompts:\n  report: { service: [api, auth] }');
  const answers = [
    { result: { completion: { values: ['x', 'y'] } } },
    { error: { code: -32603, message: 'secret' } },
  ];
  const client = connect({ upstream: scripted({ prompts, answers }), config, log });
  await client.initialize();
  await client.request('completion/complete', complete('report', 'service', 'a'));
  await client.request('completion/complete', complete('report', 'severity', 'secret'));
  await client.request('completion/complete', complete('secret', 'secret', 'secret'));
  await client.request('completion/complete', { ref: { type: 'ref/prompt', name: 'secret' } });
  await vi.waitFor(() => expect(linesOf(log, 'debug completion')).toHaveLength(4));
  const lines = linesOf(log, 'debug completion').map((line) => line.replace(/ ms=\d+$/, ''));
  expect(lines).toEqual([
    'mcp-typeahead debug completion ref="ref/prompt" name="report" argument="service" valueLength=1 by="configuration" count=2',
    'mcp-typeahead debug completion ref="ref/prompt" name="report" argument="severity" valueLength=6 by="upstream" count=2',
    'mcp-typeahead debug completion ref="ref/prompt" valueLength=6 by="upstream" code=-32603',
    'mcp-typeahead debug completion ref="ref/prompt" by="gateway" code=-32602',
  ]);
  expect(log.lines.join('\n')).not.toContain('secret');
});

test('an empty list that stands in for an upstream without completions is marked so', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: scripted({ capabilities: { prompts: {} }, prompts }), log });
  await client.initialize();
  await client.request('completion/complete', complete('report', 'severity', 'x'));
  await vi.waitFor(() => expect(linesOf(log, 'debug completion')).toHaveLength(1));
  expect(log.lines.join('\n')).toMatch(
    /name="report" argument="severity" valueLength=1 by="empty" count=0 ms=\d+$/,
  );
});
