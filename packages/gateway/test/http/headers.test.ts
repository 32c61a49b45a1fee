import { describe, expect, test } from 'vitest';
import { call, raw } from './support/http-client.js';
import { initialize } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe } from './support/serve.js';

const serve = createServe();
const body = JSON.stringify(initialize());

const post = (...lines: string[]): string =>
  [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Connection: close',
    ...lines,
    '',
    body,
  ].join('\r\n');
const length = `Content-Length: ${body.length}`;

describe('pass-through', () => {
  test.each([['x-tenant', 'x-note'], ['*']])(
    'BUG-163 nothing that belongs to a connection, a session or a person is passed on (%j)',
    async (...names) => {
      const route = scriptedRoute({ kind: 'url' });
      const { url } = await serve(route, { forwardHeaders: names });
      await call({
        url,
        body: initialize(),
        headers: {
          'x-tenant': 'blue',
          'X-Note': 'a note',
          Authorization: 'Bearer secret',
          Cookie: 'a=b',
          'Mcp-Session-Id': 'gone',
          'Mcp-Method': 'initialize',
          'Mcp-Param-Region': 'eu',
          'Last-Event-ID': '7',
          TE: 'trailers',
          'Content-Language': 'en',
          'If-Match': '*',
          'Proxy-Authorization': 'Basic x',
          'Keep-Alive': 'timeout=5',
          Origin: 'http://localhost:1',
          ...(names[0] === '*' && { 'User-Agent': 'test' }),
        },
      });
      const forwarded = { 'x-tenant': 'blue', 'x-note': 'a note' };
      expect(route.last.headers).toEqual([
        names[0] === '*' ? { ...forwarded, 'user-agent': 'test' } : forwarded,
      ]);
    },
  );

  test('BUG-163 a header that Connection names is of this hop only', async () => {
    const route = scriptedRoute({ kind: 'url' });
    const { port } = await serve(route, { forwardHeaders: ['x-tenant', 'x-note'] });
    const request = post(length, 'x-tenant: blue', 'x-note: a').replace(
      'Connection: close',
      'Connection: close, X-Tenant',
    );
    expect((await raw(port, request)).status).toBe(200);
    expect(route.last.headers).toEqual([{ 'x-note': 'a' }]);
  });

  test('BUG-163 Authorization is passed on only where it is named for this upstream', async () => {
    const named = scriptedRoute({ kind: 'url', name: 'a' });
    const other = scriptedRoute({ kind: 'url', name: 'b' });
    const byName = { a: ['authorization'], b: ['*'] };
    const first = await serve([named, other], { forwardHeaders: byName });
    const headers = { Authorization: 'Bearer secret' };
    for (const url of first.urls) await call({ url, body: initialize(), headers });
    expect(named.last.headers).toEqual([{ authorization: 'Bearer secret' }]);
    expect(other.last.headers).toEqual([{}]);

    const forAll = await serve([named, other], { forwardHeaders: ['authorization', 'x-note'] });
    await call({ url: forAll.url, body: initialize(), headers });
    expect(named.last.headers).toEqual([{}]);
  });

  test('nothing is passed on by default, and never to a child', async () => {
    const headers = { 'x-tenant': 'blue' };
    const closed = scriptedRoute({ kind: 'url' });
    await call({ url: (await serve(closed)).url, body: initialize(), headers });
    const child = scriptedRoute({ kind: 'child' });
    await call({
      url: (await serve(child, { forwardHeaders: ['x-tenant'] })).url,
      body: initialize(),
      headers,
    });
    expect([...closed.last.headers, ...child.last.headers]).toEqual([{}, {}]);
  });
});

describe('bytes on the wire', () => {
  test.each([
    ['a folded line', 'x-note: a\r\n b'],
    ['a bare line feed', 'x-note: a\nx-tenant: b'],
    ['a bare carriage return', 'x-note: a\rx-tenant: b'],
    ['a NUL', 'x-note: a\0b'],
    ['a control character', 'x-note: a\u0001b'],
    ['DEL', 'x-note: a\u007fb'],
    ['a space before the colon', 'x-note : a'],
    ['a name with a control character', 'x-\u0001: a'],
    ['both framings', 'Transfer-Encoding: chunked'],
    ['two lengths', 'Content-Length: 3'],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked'],
    ['an obfuscated framing', 'Transfer-Encoding: chunked, identity'],
  ])('BUG-163 %s is refused with 400 before anything is passed on', async (_, line) => {
    const route = scriptedRoute({ kind: 'url' });
    const { port } = await serve(route, { forwardHeaders: ['*'] });
    const answer = await raw(port, Buffer.from(post(length, line), 'latin1'));
    expect(answer.status).toBe(400);
    expect(answer.isClosed).toBe(true);
    expect(route.conversations).toEqual([]);
  });

  test('what follows a refused request on the connection is not taken for another one', async () => {
    const route = scriptedRoute();
    const { port } = await serve(route);
    const smuggled = post(length);
    const answer = await raw(
      port,
      `${post(length, 'Transfer-Encoding: chunked').replace(body, '')}0\r\n\r\n${smuggled}`,
    );
    expect(answer.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(route.conversations).toEqual([]);
  });

  test('headers that are too large get 431', async () => {
    const { port } = await serve(scriptedRoute());
    const answer = await raw(port, post(length, `x-note: ${'a'.repeat(100_000)}`));
    expect(answer.status).toBe(431);
  });
});

test.each([
  ['application/json', 200, 'application/json'],
  ['*/*', 200, 'application/json'],
  ['text/event-stream', 200, 'text/event-stream'],
  ['text/event-stream, application/json', 200, 'text/event-stream'],
  ['text/event-stream;q=0.5, application/json', 200, 'application/json'],
  ['*/*;q=0.1, text/event-stream', 200, 'text/event-stream'],
  ['text/html', 406, 'application/json'],
  ['application/json;q=0, text/html', 406, 'application/json'],
  ['APPLICATION/JSON; q=0.5', 200, 'application/json'],
])('Accept: %s gets %i as %s', async (accept, status, type) => {
  const { url } = await serve(scriptedRoute());
  const answer = await call({ url, body: initialize(), headers: { Accept: accept } });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe(type);
});
