import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gateway } from './support/gateway.js';
import { call, launch, open, rawSocket } from './support/http-client.js';
import { completion, legacy, modern, modernHeaders } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();
const progress = {
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: 1 },
} as const;

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind.includes('TCPSocket')).length;

test('BUG-164 a client that leaves an event stream or a completion takes the upstream exchange with it', async () => {
  const route = scriptedRoute({ answer: (_, upstream) => upstream.send(progress) });
  const { url } = await serve(route);

  const stream = await open({ url, headers: modernHeaders('x/endless'), body: modern(1, 'x/endless') });
  await vi.waitFor(() => expect(stream.events).toHaveLength(1));
  const leftAt = performance.now();
  stream.destroy();
  await vi.waitFor(() => expect(route.last.isClosed).toBe(true));
  expect(route.last.abandoned).toEqual([1]);
  expect(performance.now() - leftAt).toBeLessThan(1_000);
  route.last.send(progress);
  route.last.result(1, {});

  const slow = launch({ url, headers: modernHeaders('x/slow'), body: modern(2, 'x/slow') });
  await vi.waitFor(() => expect(route.conversations).toHaveLength(2));
  slow.destroy();
  await vi.waitFor(() => expect(route.last.abandoned).toEqual([2]));
});

test('BUG-164 a thousand clients that leave leave nothing behind', { timeout: 60_000 }, async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  process.on('uncaughtException', onError);
  const route = scriptedRoute({ answer: (_, upstream) => upstream.send(progress) });
  const { url } = await serve(route);
  const before = sockets();
  for (let round = 0; round < 20; round++) {
    const streams = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        open({ url, headers: modernHeaders('x/y'), body: modern(round * 50 + i, 'x/y') }),
      ),
    );
    for (const stream of streams) stream.destroy();
  }
  await vi.waitFor(
    () => expect(route.conversations.filter(({ isClosed }) => isClosed)).toHaveLength(1_000),
    10_000,
  );
  for (const conversation of route.conversations) conversation.send(progress);
  await vi.waitFor(() => expect(sockets()).toBe(before), 10_000);
  process.off('uncaughtException', onError);
  expect(errors).toEqual([]);
});

const note = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'working' } };

/** An upstream whose event streams never end; counts the connections that it serves. */
async function endlessUpstream(): Promise<{ url: string; open: () => number; served: () => number }> {
  let open = 0;
  let served = 0;
  const http = createServer((req, res) => {
    req.resume();
    open++;
    served++;
    res.on('close', () => open--);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(`data: ${JSON.stringify(note)}\n\n`);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  return { url, open: () => open, served: () => served };
}

test(
  'BUG-164 behind a URL, the stream of the upstream ends with the client',
  { timeout: 60_000 },
  async () => {
    const upstream = await endlessUpstream();
    const { url } = await gateway({ upstream: { url: upstream.url } });
    for (let round = 0; round < 20; round++) {
      const streams = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          open({ url, headers: modernHeaders('x/y'), body: modern(i, 'x/y') }),
        ),
      );
      await vi.waitFor(() => expect(upstream.open()).toBe(10), 5_000);
      const leftAt = performance.now();
      for (const stream of streams) stream.destroy();
      await vi.waitFor(() => expect(upstream.open()).toBe(0), 5_000);
      expect(performance.now() - leftAt).toBeLessThan(1_000);
    }
    expect(upstream.served()).toBe(200);
  },
);

test('BUG-164 in the legacy era leaving cancels completions; other requests go on unheard', async () => {
  const route = scriptedRoute();
  const { url } = await serve(route);
  const session = await openSession(url);
  const tool = launch({ url, headers: session, body: legacy('tool', 'tools/call') });
  const slow = launch({ url, headers: session, body: completion('c', 'slow') });
  await vi.waitFor(() => expect(route.last.received).toHaveLength(4));
  tool.destroy();
  slow.destroy();
  await vi.waitFor(() => expect(route.last.abandoned).toEqual(['c']));
  route.last.result('tool', {});
  route.last.result('c', {});
  const next = await call({ url, headers: session, body: completion('c') });
  expect(next.json).toMatchObject({ id: 'c', result: { completion: {} } });
  expect(route.last.isClosed).toBe(false);
});

test('a client that leaves takes all requests of its connection with it, also those whose turn has not come', async () => {
  const route = scriptedRoute();
  const { url, port } = await serve(route);
  const body = JSON.stringify(modern(1, 'x/y'));
  const head = Object.entries({
    Host: 'localhost',
    'Content-Type': 'application/json',
    ...modernHeaders('x/y'),
  });
  const request = `POST ${new URL(url).pathname} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}Content-Length: ${body.length}\r\n\r\n${body}`;
  const socket = rawSocket(port);
  socket.write(request.repeat(3));
  await vi.waitFor(() => expect(route.conversations).toHaveLength(3));
  socket.destroy();
  await vi.waitFor(() =>
    expect(route.conversations.map(({ isClosed }) => isClosed)).toEqual([true, true, true]),
  );
});

test('a client that leaves before its body is complete starts nothing', async () => {
  const route = scriptedRoute();
  const { url } = await serve(route);
  const request = launch({ url, headers: { 'Content-Length': 500 }, body: '{"jsonrpc":' });
  await vi.waitFor(async () => expect((await call({ url, method: 'OPTIONS' })).status).toBe(204));
  request.destroy();
  expect(
    (
      await call({
        url,
        headers: modernHeaders('completion/complete'),
        body: modern(1, 'completion/complete'),
      })
    ).status,
  ).toBe(200);
  expect(route.conversations).toHaveLength(1);
});
