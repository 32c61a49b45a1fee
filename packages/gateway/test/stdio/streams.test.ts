import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createGateway } from '../../src/create-gateway.js';
import { redirectConsole } from '../../src/fronts/redirect-console.js';
import { eventually } from '../support/eventually.js';
import { useGatewayClients } from '../support/clients.js';
import { isAlive } from '../support/processes.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { scripted } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();
const prompts = { p: { a: ['x'] } };

test('each message of a batch is answered', async () => {
  const client = connect({ upstream: scripted({ prompts }) });
  await client.initialize('2025-03-26');
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: 2, method: 'completion/complete', params: complete('p', 'a') },
    { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
  ];
  client.write(JSON.stringify(batch));
  expect((await client.first(({ id }) => id === 1)).result).toEqual({});
  expect((await client.first(({ id }) => id === 2)).result).toEqual({ completion: { values: ['x'] } });
});

test.each([
  ['not JSON', '{"jsonrpc":', [{ id: null, code: -32700 }]],
  ['null', 'null', [{ id: null, code: -32600 }]],
  ['too deep', '['.repeat(100_000) + ']'.repeat(100_000), [{ id: null, code: -32700 }]],
  ['an empty batch', '[]', [{ id: null, code: -32600 }]],
  ['no jsonrpc member', '{"id":4,"method":"ping"}', [{ id: 4, code: -32600 }]],
  [
    'a batch with one bad part',
    '[{"jsonrpc":"2.0","method":"notifications/x"},1]',
    [{ id: null, code: -32600 }],
  ],
])('a line of the client that is not JSON-RPC is refused: %s', async (_, line, expected) => {
  const client = connect({ upstream: scripted({ prompts }) });
  await client.initialize();
  client.write(line);
  client.write('');
  await client.request('ping');
  const refused = client.messages.filter(({ error }) => error !== undefined);
  expect(refused.map(({ id, error }) => ({ id, code: error?.code }))).toEqual(expected);
});

test('a client that closes its end at once still gets the answers that are under way', async () => {
  const client = connect({ upstream: scripted({ prompts }) });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'pipe', version: '1' },
  };
  client.send({ id: 1, method: 'initialize', params });
  client.notify('notifications/initialized');
  client.send({ id: 2, method: 'completion/complete', params: complete('p', 'a') });
  await client.leave();
  expect(client.messages.find(({ id }) => id === 2)?.result).toEqual({ completion: { values: ['x'] } });
});

test('an output that breaks ends the upstream', async () => {
  const gateway = createGateway({ upstream: scripted({ prompts }) });
  const input = new PassThrough();
  const output = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }));
    },
  });
  const served = gateway.serveStdio({ input, output });
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await expect(served).resolves.toBeUndefined();
  await gateway.close();
});

test('closing the gateway ends the conversation and its child', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ prompts, received }) });
  await client.initialize();
  const { result } = await client.request('test/pid');
  const pid = result?.['pid'] as number;
  expect(isAlive(pid)).toBe(true);
  await client.gateway.close();
  await client.served;
  expect(isAlive(pid)).toBe(false);
  await expect(
    client.gateway.serveStdio({ input: client.input, output: client.output }),
  ).rejects.toMatchObject({
    code: 'closed',
  });
  expect(receivedBy(received, 'initialize')).toHaveLength(1);
});

test('the client gets nothing of requests that the gateway makes itself', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ capabilities: { prompts: {} }, prompts, received }) });
  await client.initialize();
  await client.request('completion/complete', complete('p', 'a'));
  const own = receivedBy(received, 'prompts/list');
  expect(own).toHaveLength(1);
  expect(own[0]?.id).toMatch(/^mcp-typeahead:/);
  expect(client.messages.every(({ id }) => !String(id).startsWith('mcp-typeahead:'))).toBe(true);
});

test('what code in this process prints with `console` goes to the other stream', () => {
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (chunk: Buffer) => lines.push(String(chunk)));
  const usual = globalThis.console.log;
  const restore = redirectConsole(stream);
  globalThis.console.log('from a plugin');
  globalThis.console.info('and another');
  restore();
  expect(globalThis.console.log).toBe(usual);
  return eventually(() => expect(lines.join('')).toBe('from a plugin\nand another\n'));
});
