import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { useGatewayClients } from '../support/clients.js';
import { configOf } from '../support/config.js';
import { createRecordingLog } from '../support/recording-log.js';
import { scripted } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();
const prompts = { p: { a: ['x'] } };
const junk = [
  '{"level":"info","msg":"up"}',
  'Server listening',
  '',
  'null',
  '[]',
  '42',
  '\u001b[31mred\u001b[0m',
];

test('BUG-144 lines that are not JSON-RPC are skipped with one warning, and the session works', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: scripted({ prompts, greeting: ['y'.repeat(5_000), ...junk] }), log });
  await client.initialize();
  await client.request('test/print', { lines: junk });
  const answer = await client.request('completion/complete', complete('p', 'a'));
  expect(answer.result).toEqual({ completion: { values: ['x'] } });
  expect(log.reports).toEqual([
    `mcp-typeahead warn upstream wrote something that is not JSON-RPC text=${JSON.stringify('y'.repeat(100))} count=1`,
  ]);
});

test('BUG-143 every line on stdout is one JSON-RPC message, through warnings, a crash and the end', async () => {
  const log = createRecordingLog();
  const client = connect({
    upstream: scripted({ prompts, greeting: junk, stderr: ['starting up'] }),
    config: configOf('prompts:\n  p:\n    a: { values: [x] }'),
    log,
    settings: { backoff: { firstMs: 5, maxMs: 20 } },
  });
  await client.initialize();
  await client.request('completion/complete', complete('p', 'a'));
  await client.request('test/exit');
  await client.first(({ method }) => method === 'notifications/prompts/list_changed');
  await client.request('ping');
  await client.leave();
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(client.lines.join('\n')).not.toContain('starting up');
  expect(log.lines.filter((line) => line === 'starting up')).toHaveLength(2);
  expect(log.lines.some((line) => line.includes('upstream ended'))).toBe(true);
});

test('BUG-143 a misconfigured upstream leaves stdout empty', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: { command: 'no-such-command-anywhere' }, log });
  await expect(client.served).rejects.toMatchObject({ code: 'upstream-failed' });
  expect(client.lines).toEqual([]);
  expect(log.lines.join('\n')).toContain('no-such-command-anywhere');
});

test('BUG-147 a line without end is cut off at the limit; pending calls hear why, other upstreams nothing', async () => {
  const log = createRecordingLog();
  const flooded = connect({
    upstream: { ...scripted({ prompts }), graceMs: { stdinMs: 50, termMs: 50 } },
    log,
  });
  const other = connect({ upstream: scripted({ prompts }) });
  await Promise.all([flooded.initialize(), other.initialize()]);
  const before = process.memoryUsage().rss;
  const pending = flooded.request('ping-never-answered-because-the-flood-comes-first', {});
  await pending;
  const { error } = await flooded.request('test/flood', { megabytes: 512 });
  expect(error).toEqual({ code: -32603, message: 'Upstream sent a message above the size limit' });
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  expect(log.lines.some((line) => line.includes('line-too-long'))).toBe(true);
  expect((await other.request('ping')).result).toEqual({});
  await eventually(async () => expect((await flooded.request('ping')).result).toEqual({}));
});

test('BUG-147 with a higher limit a message of 20 MB arrives whole', async () => {
  const upstream = { ...scripted({ prompts }), maxMessageBytes: 32 * 1024 * 1024 };
  const client = connect({ upstream });
  await client.initialize();
  const { result } = await client.request('test/large', { bytes: 20_000_000 });
  expect(String(result?.['text'])).toHaveLength(20_000_000);
});

test('a response that nests too deep to be passed on is an error, and the session goes on', async () => {
  const client = connect({ upstream: scripted({ prompts }) });
  await client.initialize();
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const lines = [`{"jsonrpc":"2.0","method":"notifications/x","params":${deep}}`];
  lines.push(`{"jsonrpc":"2.0","id":"asked","result":${deep}}`);
  await client.request('test/print', { lines });
  expect(client.messages.find(({ id }) => id === 'asked')?.error?.code).toBe(-32603);
  expect((await client.request('ping')).result).toEqual({});
});
