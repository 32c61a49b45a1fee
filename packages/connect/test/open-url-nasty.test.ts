import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { describe, expect, it, vi } from 'vitest';
import { openUrl } from '../src/index.js';
import { event, json, openTo, resultOf, serve, startEvents } from './support/http-peer.js';
import { record, withId } from './support/record.js';

const call = (id: number | string = 1): JsonRpcMessage => ({ jsonrpc: '2.0', id, method: 'x' });

describe('openUrl, with servers that misbehave', () => {
  it.each([
    ['an HTML page', 502, '<html>Bad gateway</html>', 'HTTP 502 without a JSON-RPC response'],
    ['nothing', 500, '', 'HTTP 500 without a JSON-RPC response'],
    ['JSON that is not JSON-RPC', 401, '{"error":"unauthorized"}', 'HTTP 401 without a JSON-RPC response'],
    ['nothing, with success', 202, '', 'HTTP 202 without a JSON-RPC response'],
  ])('makes up an error response where the server answers %s', async (_, status, body, text) => {
    const peer = await serve((request, response) => response.writeHead(status).end(body));
    const wire = openTo(peer);
    const { first, messages, contexts } = record(wire);
    await wire.send(call());
    expect(await first(withId(1))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: expect.stringContaining(text), data: { status } },
    });
    expect(messages).toHaveLength(1);
    expect(contexts).toEqual([{ inReplyTo: 1 }]);
  });

  it('tells of what is not JSON-RPC, in short', async () => {
    const peer = await serve((request, response) => response.writeHead(502).end('<html>'.padEnd(500, '-')));
    const wire = openTo(peer);
    const { first, noise } = record(wire);
    await wire.send(call());
    await first(withId(1));
    expect(noise).toEqual([{ kind: 'http', text: '<html>'.padEnd(100, '-') }]);
  });

  it('delivers an error that comes with a status of failure as the response', async () => {
    const error = { code: -32020, message: 'Header mismatch', data: { header: 'Mcp-Name' } };
    const peer = await serve((request, response) => json(response, { jsonrpc: '2.0', id: 1, error }, 400));
    const wire = openTo(peer);
    const { first, messages } = record(wire);
    await wire.send(call());
    expect(await first(withId(1))).toEqual({ jsonrpc: '2.0', id: 1, error });
    expect(messages).toHaveLength(1);
  });

  it.each([null, undefined])('gives an error with the id %s to the request that it came for', async (id) => {
    const error = { code: -32000, message: 'Bad Request: Server not initialized' };
    const peer = await serve((request, response) => json(response, { jsonrpc: '2.0', id, error }, 400));
    const wire = openTo(peer);
    const { first } = record(wire);
    await wire.send(call('a'));
    expect(await first(withId('a'))).toEqual({ jsonrpc: '2.0', id: 'a', error });
  });

  it('delivers a response to another id, says for which request it came, and still answers that one', async () => {
    const peer = await serve((request, response) => json(response, { jsonrpc: '2.0', id: '1', result: {} }));
    const wire = openTo(peer);
    const { messages, contexts, first } = record(wire);
    await wire.send(call(1));
    await first(withId(1));
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: '1', result: {} },
      { jsonrpc: '2.0', id: 1, error: expect.objectContaining({ code: -32603, data: { status: 200 } }) },
    ]);
    expect(contexts).toEqual([{ inReplyTo: 1 }, { inReplyTo: 1 }]);
  });

  it('delivers nothing for a notification that is refused', async () => {
    const peer = await serve((request, response) => response.writeHead(400).end('no'));
    const wire = openTo(peer);
    const { messages } = record(wire);
    await wire.send({ jsonrpc: '2.0', method: 'notifications/x' });
    expect(messages).toEqual([]);
  });

  it('delivers each message of a batch, and an answer whose type the server does not say', async () => {
    const batch = [call('from the server'), { jsonrpc: '2.0', id: 1, result: {} }];
    const peer = await serve((request, response) => response.end(JSON.stringify(batch)));
    const wire = openTo(peer);
    const { messages, first } = record(wire);
    await wire.send(call());
    await first(withId(1));
    expect(messages).toEqual(batch);
  });

  it('reads events whatever their line ends, comments, unknown fields and cuts', async () => {
    const text = [
      '\ufeff: hello\r\n\r\n',
      'event: ping\ndata: {}\n\n',
      'foo: bar\nevent: message\ndata: {"jsonrpc":"2.0",\r\ndata: "method":"世界"}\r\n\r\n',
      'data: not json\n\n',
      'data:{"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    ].join('');
    const peer = await serve((request, response) => {
      startEvents(response);
      for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
      response.end();
    });
    const wire = openTo(peer);
    const { messages, noise, first } = record(wire);
    await wire.send(call());
    await first(withId(1));
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: '世界' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]);
    expect(noise).toEqual([{ kind: 'http', text: 'not json' }]);
  });

  it.each(['application/json', 'text/event-stream'])(
    'answers with an error, and cuts the connection, where a message as %s is too large',
    async (type) => {
      let isCut = false;
      const peer = await serve((request, response) => {
        response.on('close', () => (isCut = true));
        response.writeHead(200, { 'content-type': type });
        response.write('data: "');
        response.write('x'.repeat(200_000));
      });
      const wire = openTo(peer, { maxMessageBytes: 100_000 });
      const { first } = record(wire);
      await wire.send(call());
      expect(await first(withId(1))).toMatchObject({
        error: { code: -32603, message: expect.stringContaining('more than 100000 bytes') },
      });
      await vi.waitFor(() => expect(isCut).toBe(true));
    },
  );

  it('answers with an error where the connection breaks in the middle of a response', async () => {
    const peer = await serve((request, response, raw) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"jsonrpc":');
      setImmediate(() => raw.socket.destroy());
    });
    const wire = openTo(peer);
    const { first } = record(wire);
    await wire.send(call());
    expect(await first(withId(1))).toMatchObject({ error: { code: -32603, data: { status: 200 } } });
  });

  it('rejects with unreachable where nothing listens, and stays open for when something does', async () => {
    const wire = openUrl({ url: 'http://user:secret@127.0.0.1:9/mcp?token=secret' });
    const failure = await wire.send(call()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ConnectError', code: 'unreachable' });
    expect((failure as Error).message).toBe(
      'Cannot reach http://127.0.0.1:9/mcp: nothing listens there, the connection was refused (ECONNREFUSED).',
    );
    await expect(wire.send(call())).rejects.toMatchObject({ code: 'unreachable' });
    await wire.close();
    await expect(wire.send(call())).rejects.toMatchObject({ code: 'closed' });
  });

  it('rejects with unreachable where the server hangs up', async () => {
    const peer = await serve((request, response, raw) => raw.socket.destroy());
    await expect(openTo(peer).send(call())).rejects.toMatchObject({ code: 'unreachable' });
  });

  it.each(['file:///etc/passwd', 'ws://127.0.0.1/', 'nonsense', ''])('refuses the URL %j', (url) => {
    expect(() => openUrl({ url })).toThrow(expect.objectContaining({ code: 'unreachable' }));
  });

  it('turns user and password of the URL into basic authorization', async () => {
    const peer = await serve((request, response) => json(response, resultOf(request, {})));
    const wire = openTo({ url: peer.url.replace('http://', 'http://us%C3%A9r:p%40ss@') });
    await wire.send(call());
    const encoded = Buffer.from('usér:p@ss').toString('base64');
    expect(peer.received[0]?.headers.authorization).toBe(`Basic ${encoded}`);
  });

  it('follows a redirect within its origin, with method, body and headers', async () => {
    const peer = await serve((request, response, raw) => {
      if (raw.url === '/mcp') response.writeHead(307, { location: '/v2/mcp' }).end();
      else json(response, resultOf(request, {}));
    });
    const wire = openTo(peer, { headers: { Authorization: 'Bearer t' } });
    const { first } = record(wire);
    await wire.send(call());
    await first(withId(1));
    expect(peer.received[1]).toMatchObject({ headers: { authorization: 'Bearer t' }, message: call() });
  });

  it('never takes a redirect to another origin, nor one that drops the body', async () => {
    const other = await serve((request, response) => json(response, resultOf(request, {})));
    const location = `${other.url}?token=secret`;
    for (const status of [301, 302, 303, 307, 308]) {
      const peer = await serve((request, response) => response.writeHead(status, { location }).end());
      const wire = openTo(peer, { headers: { Authorization: 'Bearer t' } });
      const { first } = record(wire);
      await wire.send(call());
      expect(await first(withId(1))).toMatchObject({
        error: {
          message: `The server redirects to ${other.url}, which is not followed. Use that URL if it is the intended server.`,
          data: { status },
        },
      });
    }
    expect(other.received).toEqual([]);
  });

  it('goes round in a circle of redirects no more than five times', async () => {
    const peer = await serve((request, response) => response.writeHead(308, { location: '/mcp' }).end());
    const wire = openTo(peer);
    const { first } = record(wire);
    await wire.send(call());
    await first(withId(1));
    expect(peer.received).toHaveLength(6);
  });

  it('refuses the transport of 2024-11-05, and says so', async () => {
    const peer = await serve((request, response) => {
      if (request.method !== 'GET') {
        response.writeHead(405).end();
        return;
      }
      startEvents(response);
      response.write('event: endpoint\ndata: /messages?session=1\n\n');
    });
    const wire = openTo(peer);
    const { messages } = record(wire);
    await expect(wire.send(call())).rejects.toMatchObject({
      code: 'http-sse-unsupported',
      message: expect.stringContaining('HTTP+SSE transport of 2024-11-05'),
    });
    expect(await wire.closed).toMatchObject({ code: 'http-sse-unsupported' });
    expect(messages).toEqual([]);
  });

  it('does not ask about that transport where the refusal is JSON-RPC, or something has succeeded before', async () => {
    let count = 0;
    const peer = await serve((request, response) => {
      count += 1;
      if (count === 1) json(response, { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } }, 400);
      else if (count === 2) json(response, resultOf(request, {}));
      else response.writeHead(404).end();
    });
    const wire = openTo(peer);
    const { first } = record(wire);
    for (const id of [1, 2, 3]) await wire.send(call(id));
    await first(withId(3));
    expect(peer.of('GET')).toEqual([]);
  });

  it('gives a message the headers of its own, but not those that the connection or the transport sets', async () => {
    const peer = await serve((request, response) => json(response, resultOf(request, {})));
    const wire = openTo(peer, {
      headers: { 'X-Team': 'a', Authorization: 'Bearer base', Accept: 'text/html' },
    });
    await wire.send(call(), {
      headers: { authorization: 'Bearer mine', 'Mcp-Session-Id': 'stolen', 'Content-Type': 'text/plain' },
    });
    const headers = peer.received[0]?.headers;
    expect(headers).toMatchObject({
      'x-team': 'a',
      authorization: 'Bearer base',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    });
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  it('gives up on a message before its response, with the reason of the signal', async () => {
    let isCut = false;
    const peer = await serve((request, response) => response.on('close', () => (isCut = true)));
    const wire = openTo(peer);
    const { messages } = record(wire);
    const abort = new AbortController();
    const sent = wire.send(call(), { signal: abort.signal });
    await vi.waitFor(() => expect(peer.received).toHaveLength(1));
    abort.abort(new Error('no longer wanted'));
    await expect(sent).rejects.toThrow('no longer wanted');
    await vi.waitFor(() => expect(isCut).toBe(true));
    expect(messages).toEqual([]);
  });

  it('cuts every exchange when it is closed, and delivers nothing afterwards', async () => {
    const peer = await serve((request, response) => {
      if (request.message?.id === 1) return;
      startEvents(response);
      response.write(event({ jsonrpc: '2.0', method: 'notifications/progress' }));
    });
    const wire = openTo(peer);
    const { messages } = record(wire);
    const sent = Promise.allSettled([wire.send(call(1)), wire.send(call(2))]);
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    await wire.close();
    expect(await sent).toMatchObject([
      { status: 'rejected', reason: { code: 'closed' } },
      { status: 'fulfilled' },
    ]);
    expect(await wire.closed).toMatchObject({ code: 'closed' });
    expect(messages).toHaveLength(1);
  });
});
