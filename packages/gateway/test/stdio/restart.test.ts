import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { useGatewayClients } from '../support/clients.js';
import { isAlive, pidsIn } from '../support/processes.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { createRecordingLog } from '../support/recording-log.js';
import { fixture, scripted, type Script } from '../support/script.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();
const soon = { backoff: { firstMs: 5, maxMs: 20 } };

test('BUG-061 after a restart the upstream’s new prompts and capabilities count, and the client is told once', async () => {
  const scriptFile = recordingFile('script.json');
  const v1: Script = { name: 'v1', capabilities: { prompts: {} }, prompts: { deploy: { env: ['dev'] } } };
  const v2: Script = {
    name: 'v2',
    capabilities: { prompts: { listChanged: true }, completions: {}, tools: {} },
    prompts: { ship: { region: ['eu'] } },
  };
  writeFileSync(scriptFile, JSON.stringify(v1));
  const client = connect({ upstream: scripted({ scriptFile }), settings: soon });
  await client.initialize();
  expect((await client.request('completion/complete', complete('deploy', 'env'))).result).toEqual({
    completion: { values: [], hasMore: false },
  });

  writeFileSync(scriptFile, JSON.stringify({ ...v2, received: `${scriptFile}.received` }));
  const lost = await client.request('test/exit');
  expect(lost.error).toEqual({ code: -32603, message: 'Upstream exited' });
  await client.first(({ method }) => method === 'notifications/prompts/list_changed');

  const list = await client.request('prompts/list');
  expect(list.result?.['prompts']).toMatchObject([{ name: 'ship' }]);
  const ship = await client.request('completion/complete', complete('ship', 'region'));
  expect(ship.result).toEqual({ completion: { values: ['eu'] } });
  const methods = client.messages.flatMap(({ method }) => (method === undefined ? [] : [method]));
  expect(methods.sort()).toEqual(['notifications/prompts/list_changed', 'notifications/tools/list_changed']);
  const replayed = receivedBy(`${scriptFile}.received`).slice(0, 2);
  expect(replayed.map(({ method }) => method)).toEqual(['initialize', 'notifications/initialized']);
  expect(replayed[0]?.params).toMatchObject({ clientInfo: { name: 'test' }, protocolVersion: '2025-11-25' });
  expect(replayed[0]?.id).toMatch(/^mcp-typeahead:/);
});

test('BUG-061 a prompt that the new upstream does not have is -32602, also where it is configured', async () => {
  const scriptFile = recordingFile('script.json');
  writeFileSync(
    scriptFile,
    JSON.stringify({ capabilities: { prompts: {} }, prompts: { deploy: { env: [] } } }),
  );
  const client = connect({ upstream: scripted({ scriptFile }), settings: soon });
  await client.initialize();
  expect((await client.request('completion/complete', complete('deploy', 'env'))).error).toBeUndefined();
  writeFileSync(
    scriptFile,
    JSON.stringify({ capabilities: { prompts: {} }, prompts: { ship: { region: [] } } }),
  );
  await client.request('test/exit');
  await client.first(({ method }) => method === 'notifications/prompts/list_changed');
  expect((await client.request('completion/complete', complete('deploy', 'env'))).error?.code).toBe(-32602);
  expect((await client.request('completion/complete', complete('ship', 'region'))).error).toBeUndefined();
});

test('what the client has set up is set up again, without the client noticing', async () => {
  const received = recordingFile();
  const client = connect({
    upstream: scripted({ received, capabilities: { logging: {}, resources: {} } }),
    settings: soon,
  });
  await client.initialize();
  await client.request('logging/setLevel', { level: 'debug' });
  await client.request('resources/subscribe', { uri: 'a://b' });
  await client.request('test/exit');
  await client.first(({ method }) => method === 'notifications/resources/list_changed');
  await client.request('ping');
  const methods = receivedBy(received).map(({ method }) => method);
  const second = methods.slice(methods.lastIndexOf('initialize'));
  expect(second).toEqual([
    'initialize',
    'notifications/initialized',
    'logging/setLevel',
    'resources/subscribe',
    'ping',
  ]);
  expect(client.messages.every(({ id }) => !String(id).startsWith('mcp-typeahead:'))).toBe(true);
});

test('a question of the upstream that died with it is cancelled, and the client’s late answer goes nowhere', async () => {
  const received = recordingFile();
  const client = connect({ upstream: scripted({ received }), settings: soon });
  await client.initialize();
  client.send({
    id: 1,
    method: 'test/ask',
    params: { askId: 'q', method: 'elicitation/create', params: {} },
  });
  await client.first(({ id }) => id === 'q');
  await client.request('test/exit');
  await client.first(
    ({ method, params }) => method === 'notifications/cancelled' && params?.['requestId'] === 'q',
  );
  expect((await client.first(({ id }) => id === 1)).error?.code).toBe(-32603);
  await client.first(({ method }) => method === 'notifications/prompts/list_changed');
  client.send({ id: 'q', result: { action: 'accept' } });
  await client.request('ping');
  expect(receivedBy(received).filter(({ id }) => id === 'q')).toEqual([]);
});

test('BUG-148 a child that dies while 10 MB are written to it takes nothing else down', async () => {
  const dying = connect({
    upstream: fixture('exits-while-read.mjs'),
    settings: { backoff: { firstMs: 60_000, maxMs: 60_000 } },
  });
  const others = [1, 2].map(() => connect({ upstream: scripted({ prompts: { p: { a: ['fine'] } } }) }));
  await Promise.all([dying, ...others].map((client) => client.initialize()));

  const big = await dying.request('tools/call', { name: 'x', arguments: { text: 'x'.repeat(10_000_000) } });
  expect(big.error?.code).toBe(-32603);
  // Its successor dies of the same; the next start is a minute away.
  await dying.first(({ method }) => method === 'notifications/prompts/list_changed');
  dying.send({ id: 'again', method: 'tools/call', params: { text: 'x'.repeat(10_000_000) } });
  await eventually(async () =>
    expect((await dying.request('ping')).error?.message).toBe('Upstream is unavailable'),
  );
  const calls = Array.from({ length: 100 }, () => dying.request('completion/complete', complete('p', 'a')));
  for (const { error } of await Promise.all(calls)) expect(error?.code).toBe(-32603);
  for (const other of others) {
    const { result } = await other.request('completion/complete', complete('p', 'a'));
    expect(result).toEqual({ completion: { values: ['fine'] } });
  }
});

test('BUG-149 twenty restarts leave one child at a time, and nothing of it after the end', async () => {
  const pidFile = recordingFile('pids');
  const upstream = { ...fixture('stubborn-server.mjs', pidFile), graceMs: { stdinMs: 100, termMs: 50 } };
  const client = connect({ upstream, settings: soon });
  await client.initialize();
  for (let count = 1; count <= 20; count += 1) {
    await client.request('test/exit');
    await eventually(() => expect(pidsIn(pidFile)).toHaveLength(2 * (count + 1)));
    expect((await client.request('ping')).result).toEqual({});
    const earlier = pidsIn(pidFile).slice(0, -2);
    expect(earlier.filter(isAlive)).toEqual([]);
  }
  await client.leave();
  expect(pidsIn(pidFile).filter(isAlive)).toEqual([]);
}, 60_000);

test('a command that does not exist ends the session with the reason', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: { command: '/nowhere/no-such-server' }, log });
  await expect(client.served).rejects.toMatchObject({ name: 'GatewayError', code: 'upstream-failed' });
  expect(client.lines).toEqual([]);
});

test('a child that fails at once is started again when the client asks for something, not before', async () => {
  const log = createRecordingLog();
  const client = connect({ upstream: scripted({ startExit: 4 }), log, settings: soon });
  const ended = (): number => log.lines.filter((line) => line.includes('upstream ended')).length;
  await eventually(() => expect(ended()).toBe(1));
  expect(log.lines.join('\n')).toContain('exitCode=4');
  await eventually(async () => {
    expect((await client.request('ping')).error).toEqual({ code: -32603, message: 'Upstream exited' });
  });
  expect(ended()).toBe(2);
});

test('a child that dies again and again is left alone until the client asks for something', async () => {
  const log = createRecordingLog();
  const client = connect({
    upstream: scripted({ exitOn: 'notifications/initialized' }),
    log,
    settings: soon,
  });
  await client.initialize();
  const ended = (): number => log.lines.filter((line) => line.includes('upstream ended')).length;
  await eventually(() => expect(ended()).toBe(6));
  const answers = await Promise.all([client.request('ping'), client.request('ping')]);
  for (const { error } of answers) expect(error?.code).toBe(-32603);
}, 40_000);
