import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { metaKeys } from '@mcp-typeahead/protocol';
import { createRoute } from '../../src/create-route.js';
import { createEngine } from '../../src/engine/engine.js';
import type { Interceptor } from '../../src/interceptor/interceptor.js';
import type { Route } from '../../src/route.js';
import { createUpstream, type CreateUpstreamOptions } from '../../src/upstream/create-upstream.js';
import type { UpstreamOptions } from '../../src/upstream/upstream.js';
import { eventually } from '../support/eventually.js';
import { configOf } from '../support/config.js';
import { toCompletions } from '../../src/config/index.js';
import { modern } from '../support/modern.js';
import { isAlive } from '../support/processes.js';
import { receivedBy, recordingFile } from '../support/received.js';
import { createRecordingLog } from '../support/recording-log.js';
import { fixture, scripted } from '../support/script.js';
import { complete, type Received } from '../support/stdio-client.js';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function routeTo(
  options: UpstreamOptions,
  more: Partial<CreateUpstreamOptions> & { config?: string } = {},
): Route {
  const { config, ...others } = more;
  const log = createRecordingLog();
  const upstream = createUpstream(options, { log, ...others });
  closing.push(() => upstream.close());
  const completions = config === undefined ? undefined : toCompletions(configOf(config).completions);
  return createRoute({ upstream, engine: createEngine({ completions }), log });
}

interface Exchange {
  interceptor: Interceptor;
  messages: Received[];
  /** The response. */
  done: Promise<Received>;
}

/** What the HTTP front does with one POST. */
function post(
  route: Route,
  method: string,
  params: object = {},
  id: string | number = 1,
  meta: object = {},
): Exchange {
  const messages: Received[] = [];
  let settle: (message: Received) => void;
  const done = new Promise<Received>((resolve) => {
    settle = resolve;
  });
  const interceptor = route.openExchange((message, { inReplyTo }) => {
    expect(inReplyTo).toBe(id);
    messages.push(message as Received);
    if (!('method' in message)) settle(message as Received);
  });
  interceptor.fromClient({ jsonrpc: '2.0', id, method, params: modern(params, meta) });
  return { interceptor, messages, done };
}

const call = (name: string, args: object = {}): object => ({ name, arguments: args });

test('many clients with the same ids share one child, and each gets its own answer', async () => {
  const route = routeTo(fixture('sdk-v2-server.mjs'));
  const exchanges = Array.from({ length: 40 }, (_, index) =>
    post(route, 'tools/call', call('echo', { text: `t${index}` })),
  );
  for (const [index, { done, interceptor }] of exchanges.entries()) {
    expect((await done).result).toMatchObject({ content: [{ text: `t${index}` }] });
    await interceptor.close();
  }
  expect(await route.upstream.isModern()).toBe(true);
});

test('progress and logs reach the exchange that they belong to', async () => {
  const route = routeTo(fixture('sdk-v2-server.mjs'));
  const meta = { progressToken: 'p', [metaKeys.logLevel]: 'info' };
  const counting = post(route, 'tools/call', call('count', { steps: 2 }), 'c', meta);
  const other = post(route, 'tools/call', call('count', { steps: 2 }), 'o', { progressToken: 'p' });
  await Promise.all([counting.done, other.done]);
  const progress = counting.messages.filter(({ method }) => method === 'notifications/progress');
  expect(progress.map(({ params }) => params)).toEqual(
    [1, 2].map((step) => ({ progressToken: 'p', progress: step, total: 2 })),
  );
  expect(counting.messages.filter(({ method }) => method === 'notifications/message')).toHaveLength(2);
  expect(other.messages.map(({ method }) => method)).toEqual([
    'notifications/progress',
    'notifications/progress',
    undefined,
  ]);
});

test('a closed stream cancels its request in the child, and no other', async () => {
  const route = routeTo(fixture('sdk-v2-server.mjs'));
  const first = post(route, 'tools/call', call('wait'));
  const second = post(route, 'tools/call', call('wait'));
  await post(route, 'tools/call', call('echo', { text: 'x' })).done;
  first.interceptor.abandon(1);
  await eventually(async () => {
    const { result } = await post(route, 'tools/call', call('cancelled')).done;
    expect(result).toMatchObject({ content: [{ text: '1' }] });
  });
  await second.interceptor.close();
  await eventually(async () => {
    const { result } = await post(route, 'tools/call', call('cancelled')).done;
    expect(result).toMatchObject({ content: [{ text: '2' }] });
  });
  expect([...first.messages, ...second.messages]).toEqual([]);
});

test('each subscription hears of changes under the id of its own request', async () => {
  const route = routeTo(fixture('sdk-v2-server.mjs'));
  const filter = { notifications: { promptsListChanged: true } };
  const listeners = ['a', 7].map((id) => ({ id, ...post(route, 'subscriptions/listen', filter, id) }));
  const plain = post(route, 'subscriptions/listen', { notifications: { toolsListChanged: true } }, 'tools');
  await eventually(() =>
    expect([...listeners, plain].every(({ messages }) => messages.length === 1)).toBe(true),
  );
  await post(route, 'tools/call', call('rename')).done;
  for (const { id, messages } of listeners) {
    await eventually(() => expect(messages).toHaveLength(2));
    expect(messages.map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/prompts/list_changed',
    ]);
    for (const { params } of messages) expect(params?.['_meta']).toEqual({ [metaKeys.subscriptionId]: id });
  }
  expect(plain.messages).toHaveLength(1);
});

test('completions of ours carry the upstream’s identity and the lists are read once for all exchanges', async () => {
  const received = recordingFile();
  const upstream = scripted({
    name: 'desk',
    modern: true,
    prompts: { p: { a: [], b: ['theirs'] } },
    received,
  });
  const route = routeTo(upstream, { config: 'prompts:\n  p:\n    a: { values: [ours] }' });
  for (let count = 0; count < 3; count += 1) {
    const { result } = await post(route, 'completion/complete', complete('p', 'a')).done;
    expect(result).toEqual({
      resultType: 'complete',
      completion: { values: ['ours'], total: 1, hasMore: false },
      _meta: { [metaKeys.serverInfo]: { name: 'desk', version: '1.0.0' } },
    });
  }
  const { result } = await post(route, 'completion/complete', complete('p', 'b')).done;
  expect(result).toEqual({ resultType: 'complete', completion: { values: ['theirs'] } });
  expect(receivedBy(received, 'prompts/list')).toHaveLength(1);
  expect(receivedBy(received, 'server/discover')).toHaveLength(1);
  const [own] = receivedBy(received, 'prompts/list');
  expect(own?.params?.['_meta']).toMatchObject({
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientInfo]: { name: 'mcp-typeahead' },
    [metaKeys.clientCapabilities]: {},
  });
});

test('an upstream without prompts and resources is not asked for completions in the modern era either', async () => {
  const received = recordingFile();
  const route = routeTo(scripted({ modern: true, capabilities: { tools: {} }, received }));
  const { error } = await post(route, 'completion/complete', complete('p', 'a')).done;
  expect(error).toEqual({ code: -32601, message: 'Method not found' });
  expect(receivedBy(received, 'completion/complete')).toEqual([]);
});

test('when the child ends, what waits is answered, and the next request starts another', async () => {
  const route = routeTo(scripted({ modern: true, prompts: { p: { a: ['x'] } }, hang: ['tools/call'] }));
  const waiting = post(route, 'tools/call', call('slow'));
  const exit = post(route, 'test/exit');
  for (const { done } of [waiting, exit]) {
    expect((await done).error).toEqual({ code: -32603, message: 'Upstream exited' });
  }
  const again = await post(route, 'completion/complete', complete('p', 'a')).done;
  expect(again.result).toMatchObject({ completion: { values: ['x'] } });
  expect(route.upstream.generation()).toBe(1);
});

test('a child that ends at every start is waited for before it is tried again', async () => {
  const route = routeTo(scripted({ startExit: 1 }), { backoff: { firstMs: 60_000, maxMs: 60_000 } });
  const messages: (string | undefined)[] = [];
  for (let count = 0; count < 3; count += 1) messages.push((await post(route, 'ping').done).error?.message);
  expect(messages).toEqual(['Upstream exited', 'Upstream exited', 'Upstream is unavailable']);
});

test('principals do not share a child', async () => {
  const route = routeTo(
    scripted({ modern: true, capabilities: { completions: {} }, complete: 'first-value' }),
  );
  const ask = (principalId: string, value: string): Promise<Received> =>
    new Promise((resolve) => {
      const interceptor = route.openExchange((message) => resolve(message as Received), principalId);
      interceptor.fromClient({
        jsonrpc: '2.0',
        id: 1,
        method: 'completion/complete',
        params: modern(complete('p', 'a', value)),
      });
    });
  expect((await ask('alice', 'secret of alice')).result).toMatchObject({
    completion: { values: ['secret of alice'] },
  });
  expect((await ask('bob', 'hello')).result).toMatchObject({ completion: { values: ['hello'] } });
});

test('a child that nobody uses is ended, and started again when somebody comes', async () => {
  const received = recordingFile();
  const route = routeTo(scripted({ modern: true, received }), { idleMs: 30 });
  const first = post(route, 'test/pid');
  const { pid } = (await first.done).result as { pid: number };
  await first.interceptor.close();
  await eventually(() => expect(isAlive(pid)).toBe(false));
  const second = (await post(route, 'test/pid').done).result as { pid: number };
  expect(second.pid).not.toBe(pid);
});

test('a legacy child is told apart', async () => {
  expect(await routeTo(scripted()).upstream.isModern()).toBe(false);
  const silent = routeTo(scripted({ hang: ['server/discover'] }), { probeMs: 50 });
  expect(await silent.upstream.isModern()).toBe(false);
});

test('a child that asks in the modern era is refused instead of waiting for ever', async () => {
  const route = routeTo(scripted({ modern: true }));
  const asking = post(route, 'test/ask', { askId: 'q', method: 'roots/list' });
  expect((await asking.done).result).toEqual({ answer: { code: -32601, message: 'Method not found' } });
});

test('a child that ends instead of saying what it speaks is asked again, and not taken for an older one', async () => {
  const scriptFile = join(mkdtempSync(join(tmpdir(), 'typeahead-probe-')), 'script.json');
  writeFileSync(scriptFile, JSON.stringify({ startExit: 3 }));
  const route = routeTo(scripted({ scriptFile }), { backoff: { firstMs: 1, maxMs: 50 } });
  for (let n = 0; n < 5; n += 1) {
    await expect(route.upstream.isModern()).rejects.toMatchObject({ code: 'upstream-failed' });
  }
  writeFileSync(scriptFile, JSON.stringify({ modern: true }));
  await eventually(async () => expect(await route.upstream.isModern()).toBe(true));
});
