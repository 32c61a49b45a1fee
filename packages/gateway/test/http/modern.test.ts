import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { call, launch, open } from './support/http-client.js';
import {
  completion,
  envelope,
  initialize,
  legacy,
  modern,
  modernHeaders,
  modernVersion,
} from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('headers and body agree', () => {
  const listTools = modern(1, 'tools/list');
  const getPrompt = modern(1, 'prompts/get', { name: 'code_review' });
  const withVersion = (version: unknown) =>
    legacy(1, 'tools/list', { _meta: { ...envelope(), [versionKey]: version } });

  test.each([
    ['no version header', listTools, { 'Mcp-Method': 'tools/list' }, -32020],
    [
      'another version in the header',
      listTools,
      { ...modernHeaders('tools/list'), 'MCP-Protocol-Version': '2025-11-25' },
      -32020,
    ],
    ['an unknown version in the body only', withVersion('2027-01-01'), modernHeaders('tools/list'), -32020],
    ['no method header', listTools, { 'MCP-Protocol-Version': modernVersion }, -32020],
    ['another method', listTools, modernHeaders('prompts/list'), -32020],
    ['another case of the method', listTools, modernHeaders('TOOLS/LIST'), -32020],
    ['no name header', getPrompt, modernHeaders('prompts/get'), -32020],
    ['another name', getPrompt, modernHeaders('prompts/get', 'other'), -32020],
    [
      'a name in broken Base64',
      getPrompt,
      modernHeaders('prompts/get', '=?base64?Y29kZV9yZXZpZXc?='),
      -32020,
    ],
    [
      'a parameter in broken Base64',
      listTools,
      { ...modernHeaders('tools/list'), 'Mcp-Param-Region': '=?base64?!!?=' },
      -32020,
    ],
    [
      'an unknown version',
      withVersion('2027-01-01'),
      { ...modernHeaders('tools/list'), 'MCP-Protocol-Version': '2027-01-01' },
      -32022,
    ],
    [
      'a version of the other era',
      withVersion('2025-11-25'),
      { ...modernHeaders('tools/list'), 'MCP-Protocol-Version': '2025-11-25' },
      -32022,
    ],
    ['no _meta', legacy(1, 'tools/list'), modernHeaders('tools/list'), -32602],
    [
      'no version in _meta',
      legacy(1, 'tools/list', { _meta: { progressToken: 1 } }),
      modernHeaders('tools/list'),
      -32602,
    ],
    ['a version that is no string', withVersion(20260728), modernHeaders('tools/list'), -32602],
    [
      'no capabilities',
      legacy(1, 'tools/list', { _meta: { [versionKey]: modernVersion } }),
      modernHeaders('tools/list'),
      -32602,
    ],
    [
      'a client without a name',
      legacy(1, 'tools/list', { _meta: { ...envelope(), 'io.modelcontextprotocol/clientInfo': {} } }),
      modernHeaders('tools/list'),
      -32602,
    ],
  ])('%s is 400 with its code and the id', async (_, body, headers, code) => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const answer = await call({ url, headers, body });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ id: 1, error: { code } });
    expect(route.conversations).toEqual([]);
  });

  test('a version that is not known is not measured by the rules of one that is', async () => {
    const { url } = await serve(scriptedRoute());
    const body = legacy(1, 'tools/list', { _meta: { [versionKey]: '2027-01-01' } });
    const answer = await call({ url, headers: { 'MCP-Protocol-Version': '2027-01-01' }, body });
    expect(answer.json.error?.code).toBe(-32022);
  });

  test('an unknown version is told which ones there are', async () => {
    const { url } = await serve(scriptedRoute());
    const headers = { ...modernHeaders('tools/list'), 'MCP-Protocol-Version': '2027-01-01' };
    const answer = await call({ url, headers, body: withVersion('2027-01-01') });
    expect(answer.json.error?.data).toEqual({ supported: [modernVersion], requested: '2027-01-01' });
  });

  test.each([
    ['a name as it is', 'code_review', 'code_review'],
    ['white space around it', 'code_review', '  code_review  '],
    ['a name in Base64', 'Entwurf – prüfen', base64('Entwurf – prüfen')],
    ['a name that looks like Base64', '=?base64?x?=', base64('=?base64?x?=')],
    ['a name that only begins like it', '=?base64?x', '=?base64?x'],
  ])('%s is served', async (_, name, header) => {
    const { url } = await serve(
      scriptedRoute({ answer: (request, upstream) => upstream.result(request.id, {}) }),
    );
    const body = modern('a', 'prompts/get', { name });
    expect((await call({ url, headers: modernHeaders('prompts/get', header), body })).status).toBe(200);
  });

  test('the name of the client is optional, and completions have no name header', async () => {
    const { url } = await serve(scriptedRoute());
    const { 'io.modelcontextprotocol/clientInfo': _, ...rest } = envelope();
    const body = legacy(1, 'completion/complete', { ...(completion(1)['params'] as object), _meta: rest });
    expect((await call({ url, headers: modernHeaders('completion/complete'), body })).status).toBe(200);
  });
});

describe('status', () => {
  test.each([
    [-32601, 404],
    [-32020, 400],
    [-32021, 400],
    [-32022, 400],
    [-32602, 200],
    [-32603, 200],
    [42900, 200],
    [-32002, 200],
  ])('an error %i of the upstream has the status %i', async (code, status) => {
    const { url } = await serve(
      scriptedRoute({ answer: (request, upstream) => upstream.error(request.id, code) }),
    );
    const answer = await call({ url, headers: modernHeaders('x/y'), body: modern(5, 'x/y') });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ id: 5, error: { code } });
  });

  test('removed methods reach the upstream, whose answer decides', async () => {
    const { url } = await serve(
      scriptedRoute({ answer: (request, upstream) => upstream.error(request.id, -32601) }),
    );
    const answer = await call({ url, headers: modernHeaders('ping'), body: modern(5, 'ping') });
    expect(answer.status).toBe(404);
  });
});

describe('an upstream of the legacy era', () => {
  test('answers modern requests so that clients fall back to initialize', async () => {
    const route = scriptedRoute({ isModern: false });
    const { url } = await serve(route);
    for (const method of ['server/discover', 'completion/complete']) {
      const answer = await call({ url, headers: modernHeaders(method), body: modern(3, method) });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ id: 3, error: { code: -32600 } });
      expect(answer.json.error?.message).toContain('2025-11-25');
    }
    expect(route.conversations).toEqual([]);
    expect((await call({ url, headers: await openSession(url), body: completion(1) })).status).toBe(200);
  });

  test.each([400, 404, 405])('a URL that answers server/discover with HTTP %i is one', async (status) => {
    const error = { code: -32603, message: 'no', data: { status } };
    const route = scriptedRoute({
      kind: 'url',
      answer: ({ id }, upstream) => upstream.send({ jsonrpc: '2.0', id, error }),
    });
    const { url } = await serve(route);
    const answer = await call({
      url,
      headers: modernHeaders('server/discover'),
      body: modern(1, 'server/discover'),
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error?.code).toBe(-32600);
  });

  test.each([-32601, -32600, -32000])('a URL that refuses server/discover with %i is one', async (code) => {
    const route = scriptedRoute({
      kind: 'url',
      answer: (request, upstream) => upstream.error(request.id, code),
    });
    const { url } = await serve(route);
    const answer = await call({
      url,
      headers: modernHeaders('server/discover'),
      body: modern(1, 'server/discover'),
    });
    expect(answer.status).toBe(400);
    expect([-32020, -32021, -32022, -32601]).not.toContain(answer.json.error?.code);
  });
});

describe('one POST, one exchange', () => {
  test('a session header changes nothing, and no session is made', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const headers = { ...modernHeaders('completion/complete'), 'Mcp-Session-Id': 'gone' };
    const body = modern(1, 'completion/complete', completion(1)['params'] as object);
    const answer = await call({ url, headers, body });
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
    expect(route.conversations.map(({ era, isClosed }) => [era, isClosed])).toEqual([['exchange', true]]);
  });

  test.each(['GET', 'DELETE'])('%s is not allowed without a session', async (method) => {
    const { url } = await serve(scriptedRoute());
    const answer = await call({ url, method, headers: { 'MCP-Protocol-Version': modernVersion } });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain('POST');
  });

  test('messages before the response make it a stream; requests of the server are refused, not sent', async () => {
    const route = scriptedRoute({
      answer: (request, upstream) => {
        upstream.send({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: 1, progress: 1 },
        });
        upstream.send({ jsonrpc: '2.0', id: 's', method: 'sampling/createMessage' });
        upstream.result(request.id, { resultType: 'complete' });
        upstream.send({ jsonrpc: '2.0', method: 'notifications/message', params: { late: true } });
      },
    });
    const { url } = await serve(route);
    const answer = await call({ url, headers: modernHeaders('x/y'), body: modern(1, 'x/y') });
    expect(answer.events.map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 1]);
    expect(route.last.received.at(-1)).toMatchObject({ id: 's', error: { code: -32601 } });
  });

  test('an error without an id is the answer to the one request there is', async () => {
    const error = { code: -32600, message: 'no' };
    const { url } = await serve(
      scriptedRoute({ answer: (_, upstream) => upstream.send({ jsonrpc: '2.0', id: null, error }) }),
    );
    const answer = await call({ url, headers: modernHeaders('x/y'), body: modern(1, 'x/y') });
    expect(answer.json).toMatchObject({ id: 1, error });
  });

  test('two exchanges may use one id', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const request = { url, headers: modernHeaders('x/y'), body: modern(1, 'x/y') };
    const both = [call(request), call(request)];
    await vi.waitFor(() => expect(route.conversations).toHaveLength(2));
    route.conversations.forEach((conversation, i) => conversation.result(1, { i }));
    expect((await Promise.all(both)).map(({ json }) => json.result)).toEqual(
      expect.arrayContaining([{ i: 0 }, { i: 1 }]),
    );
  });

  test('leaving is cancelling', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const request = launch({ url, headers: modernHeaders('x/slow'), body: modern('x', 'x/slow') });
    await vi.waitFor(() => expect(route.conversations).toHaveLength(1));
    request.destroy();
    await vi.waitFor(() => expect(route.last.abandoned).toEqual(['x']));
    expect(route.last.isClosed).toBe(true);
    route.last.result('x', { late: true });
  });

  test('notifications are accepted; one that cancels reaches nobody else', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url } = await serve(route, { clock });
    const headers = { 'MCP-Protocol-Version': modernVersion };
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await call({ url, headers, body: cancelled })).status).toBe(202);
    expect(route.conversations).toEqual([]);
    const own = { jsonrpc: '2.0', method: 'notifications/com.example/ping' };
    const answer = await call({ url, headers: { ...headers, 'Mcp-Method': own.method }, body: own });
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(route.last.received).toEqual([own]);
    clock.advance(1_000);
    expect(route.last.isClosed).toBe(true);
    expect((await call({ url, headers: { ...headers, 'Mcp-Method': 'other' }, body: own })).status).toBe(400);
  });

  test('responses are not taken', async () => {
    const { url } = await serve(scriptedRoute());
    const headers = { 'MCP-Protocol-Version': modernVersion };
    expect((await call({ url, headers, body: { jsonrpc: '2.0', id: 1, result: {} } })).status).toBe(400);
  });

  test('an upstream that ends answers with an error', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const waiting = call({ url, headers: modernHeaders('x/y'), body: modern(1, 'x/y') });
    await vi.waitFor(() => expect(route.conversations).toHaveLength(1));
    route.last.end();
    expect((await waiting).json).toMatchObject({ id: 1, error: { code: -32603 } });
  });
});

describe('subscriptions', () => {
  const listen = {
    headers: modernHeaders('subscriptions/listen'),
    body: modern('sub', 'subscriptions/listen', { notifications: {} }),
  };
  const acknowledged = {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {},
  } as const;

  test('stay open, show signs of life, and end when the client leaves', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute({ answer: (_, upstream) => upstream.send(acknowledged) });
    const { url } = await serve(route, { clock });
    const stream = await open({ url, ...listen });
    await vi.waitFor(() => expect(stream.events).toEqual([acknowledged]));
    clock.advance(30_000);
    await vi.waitFor(() => expect(stream.text.split(': keep-alive')).toHaveLength(3));
    stream.destroy();
    await vi.waitFor(() => expect(route.last.isClosed).toBe(true));
    expect(clock.pending).toBe(1);
  });

  test('need a client that takes event streams', async () => {
    const { url } = await serve(scriptedRoute());
    const headers = { ...listen.headers, Accept: 'application/json' };
    expect((await call({ url, body: listen.body, headers })).status).toBe(406);
  });

  test('end with their result when the gateway closes', async () => {
    const route = scriptedRoute({ answer: (_, upstream) => upstream.send(acknowledged) });
    const listener = await serve(route, { closeGraceMs: 10_000 });
    const stream = await open({ url: listener.url, ...listen });
    await listener.close();
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true));
    expect(stream.events.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'sub',
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } },
    });
  });
});

test('initialize is of the legacy era, unless its _meta says otherwise', async () => {
  const route = scriptedRoute({ answer: (request, upstream) => upstream.error(request.id, -32601) });
  const { url } = await serve(route);
  const header = { 'MCP-Protocol-Version': modernVersion };
  expect((await call({ url, headers: header, body: initialize() })).headers['mcp-session-id']).toBeDefined();
  const claim = legacy(1, 'initialize', { protocolVersion: modernVersion, _meta: envelope() });
  const answer = await call({ url, headers: modernHeaders('initialize'), body: claim });
  expect(route.last.era).toBe('exchange');
  expect(answer.headers['mcp-session-id']).toBeUndefined();
});
