import { expect, test, vi } from 'vitest';
import { silentLog } from '../../src/log.js';
import { listenHttp } from '../../src/fronts/http/index.js';
import { call, open, rawSocket } from './support/http-client.js';
import { completion, initialize, legacy, modern, modernHeaders } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();

test('the address it reports is the one it answers at, IPv6 in brackets', async () => {
  const four = await serve(scriptedRoute());
  expect(four.url).toBe(`http://127.0.0.1:${four.port}/mcp`);
  const six = await serve(scriptedRoute(), { host: '::1' });
  expect(six.url).toBe(`http://[::1]:${six.port}/mcp`);
  expect((await call({ url: six.url, body: initialize() })).status).toBe(200);
  const bracketed = await serve(scriptedRoute(), { host: '[::1]', path: 'api/mcp/' });
  expect(bracketed.url).toBe(`http://[::1]:${bracketed.port}/api/mcp`);
});

test('a lone upstream is served at the path, several below it by name', async () => {
  const single = await serve(scriptedRoute({ name: 'desk' }));
  expect((await call({ url: `${single.url}/desk`, body: initialize() })).status).toBe(200);
  expect((await call({ url: single.url, body: initialize() })).status).toBe(200);

  const several = await serve([scriptedRoute({ name: 'a' }), scriptedRoute({ name: 'b c' })]);
  const base = `http://127.0.0.1:${several.port}/mcp`;
  expect(several.urls).toEqual([`${base}/a`, `${base}/b%20c`]);
  for (const url of several.urls) expect((await call({ url, body: initialize() })).status).toBe(200);
  const lost = await call({ url: base, body: initialize() });
  expect(lost.status).toBe(404);
  expect(lost.json.error?.message).toBe('Nothing is served here; try /mcp/a, /mcp/b%20c');
});

test('an address that is taken is an error that says so', async () => {
  const { port } = await serve(scriptedRoute());
  const options = { host: '127.0.0.1', port };
  await expect(listenHttp([scriptedRoute()], options, { log: silentLog })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('one connection carries many requests', async () => {
  const { url } = await serve(scriptedRoute());
  const first = await call({ url, body: initialize(), headers: { Connection: 'keep-alive' } });
  expect(first.headers.connection).toBe('keep-alive');
});

test('closing lets what is in flight finish, then ends streams and sessions', async () => {
  const route = scriptedRoute();
  const listener = await serve(route, { closeGraceMs: 10_000 });
  const { url } = listener;
  const session = await openSession(url);
  const stream = await open({ url, method: 'GET', headers: session });
  const slow = call({ url, headers: session, body: legacy(1, 'tools/call') });
  const modernSlow = call({ url, headers: modernHeaders('x/y'), body: modern(1, 'x/y') });
  await vi.waitFor(() => expect(route.conversations).toHaveLength(2));
  const legacyEnd = route.conversations.at(0)!;
  const modernEnd = route.conversations.at(1)!;
  await vi.waitFor(() => expect(legacyEnd.received).toHaveLength(3));

  const closing = listener.close();
  await expect(call({ url, headers: session, body: completion(2) })).rejects.toThrow('ECONNREFUSED');
  expect(stream.hasEnded).toBe(false);
  legacyEnd.result(1, { done: true });
  expect((await slow).json.result).toEqual({ done: true });
  modernEnd.result(1, { done: true });
  expect((await modernSlow).json.result).toEqual({ done: true });
  await closing;
  await vi.waitFor(() => expect(stream.hasEnded).toBe(true));
  expect(route.conversations.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  await listener.close();
});

test('a request whose body arrives while the gateway closes starts nothing', async () => {
  const route = scriptedRoute();
  const listener = await serve(route, { closeGraceMs: 10_000 });
  const body = JSON.stringify(initialize());
  const socket = rawSocket(listener.port);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  await vi.waitFor(() => expect(text).toContain('100 Continue'));
  const closing = listener.close();
  socket.write(body);
  await vi.waitFor(() => expect(text).toContain('HTTP/1.1 503'));
  await closing;
  expect(route.conversations).toEqual([]);
  socket.destroy();
});

test('closing does not wait for ever', async () => {
  const route = scriptedRoute();
  const listener = await serve(route, { closeGraceMs: 50 });
  const session = await openSession(listener.url);
  const stuck = call({ url: listener.url, headers: session, body: legacy(1, 'tools/call') });
  await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
  await listener.close();
  expect((await stuck).json).toMatchObject({ id: 1, error: { code: -32603 } });
});

test('it says that it is well to whoever asks', async () => {
  const { port } = await serve(scriptedRoute());
  const answer = await call({ url: `http://127.0.0.1:${port}/healthz`, method: 'GET' });
  expect([answer.status, answer.text]).toEqual([200, 'ok\n']);
});
