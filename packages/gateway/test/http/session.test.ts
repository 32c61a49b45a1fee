import { describe, expect, test, vi } from 'vitest';
import { call, launch, open } from './support/http-client.js';
import { completion, initialize, legacy, modern, modernHeaders } from './support/messages.js';
import { createFakeClock } from './support/fake-clock.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };

test('BUG-158 an unknown session is 404 in every method, a missing one 400, and initialize always opens a fresh one', async () => {
  const route = scriptedRoute();
  const { url } = await serve(route);
  const headers = { 'Mcp-Session-Id': 'gone', 'MCP-Protocol-Version': '2025-11-25' };

  const post = await call({ url, headers, body: completion(5) });
  expect(post.status).toBe(404);
  expect(post.json).toMatchObject({ id: 5, error: { code: -32001 } });
  const get = await call({ url, method: 'GET', headers });
  expect(get.status).toBe(404);
  expect(get.headers['content-type']).toBe('application/json');
  expect((await call({ url, method: 'DELETE', headers })).status).toBe(404);
  expect((await call({ url, headers, body: initialized })).status).toBe(404);

  const missing = await call({ url, body: completion(6) });
  expect(missing.status).toBe(400);
  expect(missing.json).toMatchObject({ id: 6, error: { code: -32600 } });
  expect(route.conversations).toHaveLength(0);

  const fresh = await call({ url, headers, body: initialize() });
  expect(fresh.status).toBe(200);
  expect(fresh.headers['mcp-session-id']).toMatch(/^[\x21-\x7e]{36}$/);
  expect(fresh.headers['mcp-session-id']).not.toBe('gone');
  const session = { ...headers, 'Mcp-Session-Id': fresh.headers['mcp-session-id'] };
  expect((await call({ url, headers: session, body: completion(7) })).json.id).toBe(7);
});

test('BUG-050 completions work in both eras, and an unknown revision is told which ones there are', async () => {
  const { url } = await serve(scriptedRoute());

  const stateless = await call({
    url,
    headers: modernHeaders('completion/complete'),
    body: modern(1, 'completion/complete', completion(1)['params'] as object),
  });
  expect(stateless.status).toBe(200);
  expect(stateless.json.result).toMatchObject({ completion: { values: ['P0', 'P1'] } });
  expect(stateless.headers['mcp-session-id']).toBeUndefined();

  const sessioned = await call({ url, headers: await openSession(url), body: completion(2) });
  expect(sessioned.status).toBe(200);
  expect(sessioned.json.result).toMatchObject({ completion: { values: ['P0', 'P1'] } });

  const unknown = await call({ url, headers: { 'MCP-Protocol-Version': '1999-01-01' }, body: completion(3) });
  expect(unknown.status).toBe(400);
  expect(unknown.json).toMatchObject({ id: 3, error: { code: -32022 } });
  expect(unknown.json.error?.message).toContain('2025-11-25');
  expect(unknown.json.error?.data).toEqual({
    supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    requested: '1999-01-01',
  });
  const session = await openSession(url);
  const changed = await call({
    url,
    headers: { ...session, 'MCP-Protocol-Version': 'x' },
    body: completion(4),
  });
  expect(changed.status).toBe(400);
});

describe('the life of a session', () => {
  test('each session has a connection of its own, which DELETE ends', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const first = await openSession(url);
    const second = await openSession(url);
    expect(first['Mcp-Session-Id']).not.toBe(second['Mcp-Session-Id']);
    expect(route.conversations.map(({ era }) => era)).toEqual(['session', 'session']);
    expect((await call({ url, method: 'DELETE', headers: first })).status).toBe(204);
    expect(route.conversations.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect((await call({ url, method: 'DELETE', headers: first })).status).toBe(404);
    expect((await call({ url, headers: second, body: completion(1) })).status).toBe(200);
  });

  test('a session of one upstream is unknown to another', async () => {
    const { urls } = await serve([scriptedRoute({ name: 'a' }), scriptedRoute({ name: 'b' })]);
    const session = await openSession(urls.at(0)!);
    expect((await call({ url: urls.at(1)!, headers: session, body: completion(1) })).status).toBe(404);
  });

  test('one that nobody uses ends after the idle time; an open stream is use', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url } = await serve(route, { clock, sessionIdleMs: 1_000 });
    const quiet = await openSession(url);
    const listening = await openSession(url);
    const stream = await open({ url, method: 'GET', headers: listening });
    clock.advance(900);
    expect((await call({ url, headers: quiet, body: initialized })).status).toBe(202);
    clock.advance(999);
    expect(route.conversations.at(0)!.isClosed).toBe(false);
    clock.advance(1_001);
    expect(route.conversations.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect((await call({ url, headers: quiet, body: completion(1) })).status).toBe(404);
    stream.destroy();
  });

  test('when all are taken, the quietest makes room, and if none is quiet the client is told when to come back', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute({ answer: () => {} });
    const { url } = await serve(route, { clock, maxSessions: 2, evictAfterMs: 100 });
    const busy = await openSession(url);
    const hanging = await open({ url, method: 'GET', headers: busy });
    clock.advance(10);
    const quiet = await openSession(url);
    clock.advance(99);
    const refused = await call({ url, body: initialize(9) });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.headers['mcp-session-id']).toBeUndefined();
    expect(refused.json.id).toBe(9);
    clock.advance(1);
    await openSession(url);
    expect((await call({ url, headers: quiet, body: completion(1) })).status).toBe(404);
    expect((await call({ url, headers: busy, body: completion(1) })).status).toBe(200);
    hanging.destroy();
  });

  test('a refused handshake leaves no session behind', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const answer = await call({ url, body: initialize(1, 'refused') });
    expect(answer.status).toBe(200);
    expect(answer.json.error?.code).toBe(-32602);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    await vi.waitFor(() => expect(route.last.isClosed).toBe(true));
  });

  test('a client that leaves before its handshake is answered leaves no session behind', async () => {
    const route = scriptedRoute({ isSilent: true });
    const { url } = await serve(route);
    const opening = launch({ url, body: initialize() });
    await vi.waitFor(() => expect(route.conversations).toHaveLength(1));
    opening.destroy();
    await vi.waitFor(() => expect(route.last.isClosed).toBe(true));
  });

  test('when the upstream ends for good, waiting requests are answered and the session is gone', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    const waiting = call({ url, headers: session, body: legacy(1, 'tools/call') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
    route.last.end();
    expect((await waiting).json).toMatchObject({ id: 1, error: { code: -32603 } });
    expect((await call({ url, headers: session, body: completion(2) })).status).toBe(404);
  });
});

describe('what a POST may hold', () => {
  test('ids 1 and "1" are two requests, one id twice is refused while the first waits', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    const number = call({ url, headers: session, body: legacy(1, 'a') });
    const string = call({ url, headers: session, body: legacy('1', 'b') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(4));
    const twice = await call({ url, headers: session, body: legacy(1, 'c') });
    expect(twice.status).toBe(400);
    expect(twice.json.error?.code).toBe(-32600);
    route.last.result('1', { is: 'string' });
    route.last.result(1, { is: 'number' });
    expect((await number).json).toMatchObject({ id: 1, result: { is: 'number' } });
    expect((await string).json).toMatchObject({ id: '1', result: { is: 'string' } });
  });

  test('a request that the server could not read gets the error that has no id, if there is no other', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    const answer = call({ url, headers: session, body: legacy('only', 'a') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
    for (const code of [-32601, -32600]) {
      route.last.send({ jsonrpc: '2.0', id: null, error: { code, message: 'no' } });
    }
    expect((await answer).json).toMatchObject({ id: 'only', error: { code: -32600 } });
  });

  test('an id 0 and an empty id are ids', async () => {
    const { url } = await serve(scriptedRoute());
    const session = await openSession(url);
    expect((await call({ url, headers: session, body: completion(0) })).json.id).toBe(0);
    expect((await call({ url, headers: session, body: completion('') })).json.id).toBe('');
  });

  test('responses and notifications are accepted without an answer', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    const response = { jsonrpc: '2.0', id: 'server-1', result: {} };
    const answer = await call({ url, headers: session, body: response });
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(route.last.received.at(-1)).toEqual(response);
  });

  test('batches belong to 2025-03-26: there one answer holds all responses, elsewhere they are refused', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const batch = [completion(1), { jsonrpc: '2.0', method: 'notifications/x' }, completion(2)];
    const old = await openSession(url, '2025-03-26');
    const answer = await call({ url, headers: old, body: batch });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect((await call({ url, headers: old, body: [batch[1]] })).status).toBe(202);

    const newer = await openSession(url);
    const refused = await call({ url, headers: newer, body: batch });
    expect(refused.status).toBe(400);
    expect(refused.json.error?.code).toBe(-32600);
  });

  test('a batch is complete without the request that was cancelled', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url } = await serve(route, { clock });
    const headers = await openSession(url, '2025-03-26');
    const waiting = call({ url, headers, body: [legacy(1, 'a'), completion(2)] });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(4));
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    await call({ url, headers, body: cancelled });
    clock.advance(1_000);
    expect(JSON.parse((await waiting).text)).toMatchObject([{ id: 2 }]);
  });

  test.each([
    ['an empty batch', []],
    ['initialize in a batch', [initialize()]],
    ['a modern request in a batch', [modern(1, 'x')]],
    ['a number in a batch', [completion(1), 7]],
    ['more than a hundred', Array.from({ length: 101 }, (_, i) => completion(i))],
    ['one id twice', [completion(1), completion(1)]],
  ])('%s is refused', async (_, batch) => {
    const { url } = await serve(scriptedRoute());
    const session = await openSession(url, '2025-03-26');
    const answer = await call({ url, headers: session, body: batch });
    expect(answer.status).toBe(400);
    expect(answer.json.error?.code).toBe(-32600);
  });
});

test('other methods and other paths are refused with what would be right', async () => {
  const { url, port } = await serve(scriptedRoute());
  const put = await call({ url, method: 'PUT', body: '{}' });
  expect(put.status).toBe(405);
  expect(put.headers.allow).toBe('GET, POST, DELETE, OPTIONS');
  const lost = await call({ url: `http://127.0.0.1:${port}/sse`, method: 'GET' });
  expect(lost.status).toBe(404);
  expect(lost.json.error?.message).toContain('/mcp');
  expect((await call({ url: `${url}?a=b`, body: initialize() })).status).toBe(200);
});
