import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { call, open, rawSocket } from './support/http-client.js';
import { completion, legacy } from './support/messages.js';
import { scriptedRoute } from './support/scripted-route.js';
import { createServe, openSession } from './support/serve.js';

const serve = createServe();

const note = (
  data: unknown,
): { jsonrpc: '2.0'; method: string; params: { level: string; data: unknown } } => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data },
});

const tool = (id: number, token: string | number) =>
  legacy(id, 'tools/call', { _meta: { progressToken: token } });
const progress = (progressToken: string | number) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } }) as const;

describe('the GET stream', () => {
  test('BUG-165 comments keep a silent stream alive, and a reconnect takes its place', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url, port } = await serve(route, { clock });
    const session = await openSession(url);

    // Half open: this side never reads nor closes.
    const first = rawSocket(port);
    first.pause();
    first.write(
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session['Mcp-Session-Id']}\r\n\r\n`,
    );
    const stream = await open({ url, method: 'GET', headers: session });
    expect(stream.status).toBe(200);
    for (let elapsed = 0; elapsed < 301_000; elapsed += 30_000) {
      const before = stream.text.length;
      clock.advance(30_000);
      await vi.waitFor(() => expect(stream.text.length).toBeGreaterThan(before));
    }
    expect(stream.text.replaceAll(': keep-alive\n\n', '')).toBe('');
    expect(stream.hasEnded).toBe(false);

    const second = await open({ url, method: 'GET', headers: session });
    expect(second.status).toBe(200);
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true));
    route.last.send(note('for the newest'));
    await vi.waitFor(() => expect(second.events).toEqual([note('for the newest')]));
    first.destroy();
    second.destroy();
  });

  test('is opened for clients that take event streams, and only once the session is known', async () => {
    const { url } = await serve(scriptedRoute());
    const session = await openSession(url);
    const html = await call({ url, method: 'GET', headers: { ...session, Accept: 'text/html' } });
    expect(html.status).toBe(406);
    expect((await call({ url, method: 'GET' })).status).toBe(400);
  });

  test('keeps what came before it, up to a bound, and tells the upstream of requests that were lost', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    route.last.send({ jsonrpc: '2.0', id: 'roots-1', method: 'roots/list' });
    for (let i = 0; i < 100; i++) route.last.send(note(i));
    expect(route.last.received.at(-1)).toMatchObject({ id: 'roots-1', error: { code: -32603 } });
    const stream = await open({ url, method: 'GET', headers: { ...session, 'Last-Event-ID': '3' } });
    await vi.waitFor(() => expect(stream.events).toHaveLength(100));
    expect(stream.events[0]).toEqual(note(0));
    stream.destroy();
  });

  test('is cut off when its client leaves too much unread', async () => {
    const route = scriptedRoute();
    const { url, port } = await serve(route);
    const session = await openSession(url);
    const socket = rawSocket(port);
    socket.write(
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${session['Mcp-Session-Id']}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    const chunk = 'x'.repeat(1024 * 1024);
    for (let i = 0; i < 40; i++) route.last.send(note(chunk));
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 100; i++) route.last.send(note(chunk));
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    socket.resume();
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  });
});

describe('where a message goes', () => {
  test('a lone response is JSON, a response behind other messages is an event stream', async () => {
    const route = scriptedRoute({
      answer: (request, conversation) => {
        conversation.send(note('working'));
        conversation.send({ jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage', params: {} });
        conversation.result(request.id, { done: true });
      },
    });
    const { url } = await serve(route);
    const session = await openSession(url);
    expect((await call({ url, headers: session, body: completion(1) })).headers['content-type']).toBe(
      'application/json',
    );
    const answer = await call({ url, headers: session, body: legacy(2, 'tools/call') });
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.headers['x-accel-buffering']).toBe('no');
    expect(answer.events).toMatchObject([note('working'), { method: 'sampling/createMessage' }, { id: 2 }]);
  });

  test('progress follows its token, a related message its request, the rest a stream that is open', async () => {
    const route = scriptedRoute();
    const { url } = await serve(route);
    const session = await openSession(url);
    const one = call({ url, headers: session, body: tool(1, 't') });
    const two = call({ url, headers: session, body: tool(2, 1) });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(4));
    route.last.send(progress(1));
    route.last.send(progress('t'));
    route.last.send(note('related'), 1);
    route.last.send(note('newest'));
    const stream = await open({ url, method: 'GET', headers: session });
    route.last.send(note('unrelated'));
    route.last.result(1, {});
    route.last.send(note('only one is open'));
    route.last.result(2, {});
    expect((await one).events).toMatchObject([progress('t'), note('related'), { id: 1 }]);
    expect((await two).events).toMatchObject([
      progress(1),
      note('newest'),
      note('only one is open'),
      { id: 2 },
    ]);
    await vi.waitFor(() => expect(stream.events).toEqual([note('unrelated')]));
    stream.destroy();
  });

  test('an upstream that says what belongs together is taken at its word', async () => {
    const route = scriptedRoute({ kind: 'url' });
    const { url } = await serve(route);
    const session = await openSession(url);
    const stream = await open({ url, method: 'GET', headers: session });
    const waiting = call({ url, headers: session, body: legacy(1, 'tools/call') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
    route.last.send(note('general'));
    route.last.result(1, {});
    expect((await waiting).headers['content-type']).toBe('application/json');
    await vi.waitFor(() => expect(stream.events).toEqual([note('general')]));
    stream.destroy();
  });

  test('a client that takes JSON only gets its response, and the rest where it can', async () => {
    const route = scriptedRoute({
      answer: (request, conversation) => {
        conversation.send(note('aside'));
        conversation.result(request.id, { done: true });
      },
    });
    const { url } = await serve(route);
    const session = await openSession(url);
    const answer = await call({
      url,
      headers: { ...session, Accept: 'application/json' },
      body: legacy(1, 'tools/call'),
    });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.json.result).toEqual({ done: true });
    const stream = await open({ url, method: 'GET', headers: session });
    await vi.waitFor(() => expect(stream.events).toEqual([note('aside')]));
    stream.destroy();
  });

  test('a response that takes longer than a heartbeat becomes a stream that shows signs of life', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url } = await serve(route, { clock });
    const session = await openSession(url);
    const opening = open({ url, headers: session, body: legacy(1, 'tools/call') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
    clock.advance(15_000);
    const reply = await opening;
    expect(reply.headers['content-type']).toBe('text/event-stream');
    clock.advance(15_000);
    await vi.waitFor(() => expect(reply.text).toBe(': keep-alive\n\n'));
    route.last.result(1, {});
    await vi.waitFor(() => expect(reply.hasEnded).toBe(true));
    expect(reply.events).toMatchObject([{ id: 1 }]);
  });

  test('the reply to a request that the client cancelled does not stay open', async () => {
    const clock = createFakeClock();
    const route = scriptedRoute();
    const { url } = await serve(route, { clock });
    const session = await openSession(url);
    const waiting = call({ url, headers: session, body: legacy(1, 'tools/call') });
    await vi.waitFor(() => expect(route.last.received).toHaveLength(3));
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    await call({ url, headers: session, body: cancelled });
    expect(route.last.received.at(-1)).toEqual(cancelled);
    clock.advance(1_000);
    expect((await waiting).events).toEqual([]);
  });
});
