import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { call, raw, rawSocket } from './support/http-client.js';
import { completion, initialize } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();

const head = (...lines: string[]): string =>
  ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

const deep = (levels: number): string =>
  `{"jsonrpc":"2.0","method":"n","params":${'['.repeat(levels)}${']'.repeat(levels)}}`;

describe('bounds', () => {
  test('BUG-162 a gigabyte that is announced is refused unread, and the connection closed', async () => {
    const { port } = await serve(scriptedRoute());
    const answer = await raw(port, head('Content-Length: 1073741824'));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('Connection: close');
    expect(answer.isClosed).toBe(true);
  });

  test('BUG-162 an endless chunked body is refused at the limit, and memory does not grow with it', async () => {
    const { port } = await serve(scriptedRoute());
    const before = process.memoryUsage().rss;
    const socket = rawSocket(port);
    let text = '';
    let sentBytes = 0;
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.write(head('Transfer-Encoding: chunked'));
    const zeros = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, '0'), Buffer.from('\r\n')]);
    const pump = (): void => {
      while (!socket.destroyed && sentBytes < 256 * 1024 * 1024) {
        sentBytes += zeros.length;
        if (!socket.write(zeros)) return;
      }
    };
    socket.on('drain', pump);
    pump();
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    // The limit, and what fits into the socket buffers of both sides.
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('BUG-162 a compressed body is refused, however small it is', async () => {
    const { port } = await serve(scriptedRoute());
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
    const request = head('Content-Encoding: gzip', `Content-Length: ${bomb.length}`, 'Connection: close');
    const answer = await raw(port, Buffer.concat([Buffer.from(request), bomb]));
    expect(answer.status).toBe(415);
  });

  test.each(['[', '{"a":'])(
    'BUG-162 a body that nests 100,000 levels of %j is a parse error',
    async (opening) => {
      const { url } = await serve(scriptedRoute());
      const answer = await call({ url, body: opening.repeat(100_000) });
      expect(answer.status).toBe(400);
      expect(answer.json.error?.code).toBe(-32700);
      const closed = await call({
        url,
        body: `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      });
      expect(closed.json.error?.code).toBe(-32700);
    },
  );

  test('BUG-162 a value of 5 MB is over the limit of a body; where the limit is raised it reaches whoever judges values', async () => {
    const small = await serve(scriptedRoute());
    const body = completion(1, 'v'.repeat(5_000_000));
    expect((await call({ url: small.url, headers: await openSession(small.url), body })).status).toBe(413);

    const route = scriptedRoute();
    const large = await serve(route, { maxBodyBytes: 8 * 1024 * 1024 });
    expect((await call({ url: large.url, headers: await openSession(large.url), body })).status).toBe(200);
    expect(route.last.received).toContainEqual(body);
  });
});

test('brackets in strings are no depth, and depth up to the limit passes', async () => {
  const { url } = await serve(scriptedRoute(), { maxBodyDepth: 8 });
  const session = await openSession(url);
  const text = '[{"\\'.repeat(1_000);
  expect((await call({ url, headers: session, body: completion(1, text) })).status).toBe(200);
  expect((await call({ url, headers: session, body: deep(7) })).status).toBe(202);
  expect((await call({ url, headers: session, body: deep(8) })).status).toBe(400);
});

test('a client that asks first is told to go on, or refused before it sends anything', async () => {
  const { port } = await serve(scriptedRoute());
  const refused = await raw(port, head('Content-Length: 2000000', 'Expect: 100-continue'));
  expect(refused.text).toMatch(/^HTTP\/1\.1 413 /);
  const body = JSON.stringify(initialize());
  const socket = rawSocket(port);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.write(head(`Content-Length: ${body.length}`, 'Expect: 100-continue'));
  await vi.waitFor(() => expect(text).toMatch(/^HTTP\/1\.1 100 /));
  socket.write(body);
  await vi.waitFor(() => expect(text).toContain('HTTP/1.1 200 OK'));
  socket.destroy();
});

test.each([
  ['text/plain', 415],
  ['application/jsonp', 415],
  ['application/json; charset=utf-16', 415],
  ['application/json; charset=UTF-8', 200],
  ['APPLICATION/JSON', 200],
])('a body of the type %s gets %i', async (type, status) => {
  const { url } = await serve(scriptedRoute());
  expect((await call({ url, headers: { 'Content-Type': type }, body: initialize() })).status).toBe(status);
});

test.each([
  ['', -32700],
  ['{', -32700],
  ['null', -32600],
  ['1', -32600],
  ['"initialize"', -32600],
  ['{"id":1,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
  ['{"jsonrpc":"2.0","id":1}', -32600],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', -32600],
  ['{"jsonrpc":"2.0","result":{}}', -32600],
])('the body %j is a client error with a code', async (body, code) => {
  const { url } = await serve(scriptedRoute());
  const answer = await call({ url, headers: { 'Content-Type': 'application/json' }, body });
  expect(answer.status).toBe(400);
  expect(answer.json.error?.code).toBe(code);
});

test('a body that is not UTF-8 is a parse error', async () => {
  const { port } = await serve(scriptedRoute());
  const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
  const request = head(`Content-Length: ${body.length}`, 'Connection: close');
  const answer = await raw(port, Buffer.concat([Buffer.from(request), body]));
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('-32700');
});

test('a request that trickles in is cut off, an event stream is not', async () => {
  const { port, url } = await serve(scriptedRoute(), { requestTimeoutMs: 200 });
  const session = await openSession(url);
  const stream = rawSocket(port);
  let isStreamClosed = false;
  stream.on('close', () => (isStreamClosed = true));
  stream.write(
    `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session['Mcp-Session-Id']}\r\n\r\n`,
  );
  const slow = await raw(port, head('Content-Length: 100') + '{"json');
  expect(slow.status).toBe(408);
  expect(slow.isClosed).toBe(true);
  expect(isStreamClosed).toBe(false);
  stream.destroy();
});
