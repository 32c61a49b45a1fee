import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import type { Wire } from '../src/index.js';
import { event, json, openTo, resultOf, serve, startEvents, type Received } from './support/http-peer.js';
import { record, withId } from './support/record.js';
import { serveLegacy } from './support/sdk-legacy-peer.js';

const initialize: JsonRpcMessage = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const initialized: JsonRpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };

async function begin(wire: Wire): Promise<ReturnType<typeof record>> {
  const recording = record(wire);
  await wire.send(initialize);
  await recording.first(withId('init'));
  await wire.send(initialized);
  return recording;
}

const callTool = (id: number, name: string, args = {}): JsonRpcMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: `of ${id}` } },
});

describe('openUrl, with a server on SDK v1', () => {
  it.each([false, true])(
    'keeps the session and version of initialize and ends it on close (JSON: %s)',
    async (asJson) => {
      const peer = await serveLegacy({ json: asJson });
      const wire = openTo(peer);
      const { first } = await begin(wire);
      await wire.send(callTool(1, 'count', { to: 0 }));
      expect(await first(withId(1))).toMatchObject({ result: { content: [{ text: '0' }] } });
      const [session] = peer.sessions.keys();
      expect(peer.requests[0]).toMatchObject({ method: 'POST', session: undefined, version: undefined });
      for (const request of peer.requests.slice(1))
        expect(request).toMatchObject({ session, version: '2025-11-25' });
      await vi.waitFor(() => expect(peer.requests.map(({ method }) => method)).toContain('GET'));
      await wire.close();
      expect(peer.requests.at(-1)).toMatchObject({ method: 'DELETE', session });
      expect(peer.sessions.size).toBe(0);
    },
  );

  it('delivers progress before the result, each with the request that it came for', async () => {
    const wire = openTo(await serveLegacy());
    const { first, messages, contexts } = await begin(wire);
    await Promise.all([
      wire.send(callTool(1, 'count', { to: 3 })),
      wire.send(callTool(2, 'count', { to: 2 })),
    ]);
    await Promise.all([first(withId(1)), first(withId(2))]);
    const of = (id: number): JsonRpcMessage[] =>
      messages.filter((_, index) => contexts[index]?.inReplyTo === id);
    expect(of(1).map((message) => ('method' in message ? message.params : 'result'))).toEqual([
      ...[1, 2, 3].map((progress) => ({ progressToken: 'of 1', progress })),
      'result',
    ]);
    expect(of(2)).toHaveLength(3);
  });

  it('delivers what the server says unasked', async () => {
    const peer = await serveLegacy();
    const wire = openTo(peer);
    const { messages, contexts } = await begin(wire);
    await vi.waitFor(() => expect(peer.requests.map(({ method }) => method)).toContain('GET'));
    await vi.waitFor(() => {
      peer.announce();
      expect(messages.at(-1)).toMatchObject({ method: 'notifications/tools/list_changed' });
    });
    expect(contexts.at(-1)).toEqual({});
  });

  it('resumes a response whose stream the server closes early', async () => {
    const peer = await serveLegacy();
    const wire = openTo(peer);
    const { first, messages } = await begin(wire);
    await wire.send(callTool(7, 'interrupted'));
    expect(await first(withId(7))).toMatchObject({ result: { content: [{ text: 'resumed' }] } });
    expect(peer.requests.filter(({ lastEventId }) => lastEventId !== undefined).length).toBeGreaterThan(0);
    expect(messages.filter(withId(7))).toHaveLength(1);
  });

  it('closes with session-gone where the server has forgotten the session, after the error was delivered', async () => {
    const peer = await serveLegacy();
    const wire = openTo(peer);
    const { messages } = await begin(wire);
    peer.sessions.clear();
    await wire.send(callTool(3, 'count', { to: 0 }));
    expect(await wire.closed).toMatchObject({ code: 'session-gone' });
    expect(messages.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 3,
      error: { code: -32001, message: 'Session not found' },
    });
    await expect(wire.send(initialized)).rejects.toMatchObject({ code: 'session-gone' });
  });
});

/** Answers `initialize`, hands GET to `onGet`, and everything else to `onPost`. */
function legacyPeer(handlers: {
  onGet: Parameters<typeof serve>[0];
  onPost?: Parameters<typeof serve>[0];
}): ReturnType<typeof serve> {
  return serve((request, response, raw) => {
    if (request.method === 'GET') handlers.onGet(request, response, raw);
    else if (request.message?.method === 'initialize') {
      response.setHeader('Mcp-Session-Id', 's-1');
      json(response, resultOf(request, { protocolVersion: '2025-06-18', capabilities: {} }));
    } else if (request.message?.id === undefined) response.writeHead(202).end();
    else handlers.onPost?.(request, response, raw);
  });
}

const isAnswer = (one: Received): boolean => one.message !== undefined && !('method' in one.message);

describe('openUrl, with a legacy server', () => {
  it.each([400, 404, 405, 500, 501])('does without a stream where GET gets %i', async (status) => {
    const peer = await legacyPeer({
      onGet: (_, response) => response.writeHead(status).end(),
      onPost: (request, response) => json(response, resultOf(request, {})),
    });
    const wire = openTo(peer);
    const { first } = await begin(wire);
    await vi.waitFor(() => expect(peer.of('GET')).toHaveLength(1));
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await first(withId(1));
    expect(peer.of('POST').at(-1)?.headers).toMatchObject({
      'mcp-session-id': 's-1',
      'mcp-protocol-version': '2025-06-18',
    });
    expect(peer.of('GET')).toHaveLength(1);
  });

  it('lets what let the last message in let in the stream and the end of the session', async () => {
    const peer = await legacyPeer({ onGet: (_, response) => startEvents(response) });
    const wire = openTo(peer, { headers: { 'X-Gateway': 'ours' } });
    const { first } = record(wire);
    const headers = { Authorization: 'Bearer t', 'x-gateway': 'not ours' };
    await wire.send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }, { headers });
    await first(withId(0));
    await wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, { headers });
    await vi.waitFor(() => expect(peer.of('GET')).toHaveLength(1));
    await wire.close();
    expect(peer.of('DELETE')).toHaveLength(1);
    for (const received of peer.received) {
      expect(received.headers).toMatchObject({ authorization: 'Bearer t', 'x-gateway': 'ours' });
    }
  });

  it('comes back to the stream after the last event, with the pause that the server asks for', async () => {
    const peer = await legacyPeer({
      onGet: (request, response) => {
        startEvents(response);
        const count = peer.of('GET').length;
        response.write(`retry: 5\n${event({ jsonrpc: '2.0', method: `n${count}` }, `e${count}`)}`);
        if (count < 3) response.end();
      },
    });
    const wire = openTo(peer);
    const { messages } = await begin(wire);
    await vi.waitFor(() => expect(messages.map((one) => 'method' in one && one.method)).toContain('n3'));
    expect(peer.of('GET').map((one) => one.headers['last-event-id'])).toEqual([undefined, 'e1', 'e2']);
  });

  it('closes with session-gone where the stream was there and is not found any more', async () => {
    const peer = await legacyPeer({
      onGet: (_, response) => {
        if (peer.of('GET').length > 1) {
          response.writeHead(404).end();
          return;
        }
        startEvents(response);
        response.end('retry: 5\nid: 1\ndata:\n\n');
      },
    });
    const wire = openTo(peer);
    await begin(wire);
    expect(await wire.closed).toMatchObject({ code: 'session-gone' });
  });

  it('makes up an error where a response stream ends and cannot be resumed', async () => {
    const peer = await legacyPeer({
      onGet: (_, response) => response.writeHead(405).end(),
      onPost: (_, response) => {
        startEvents(response);
        response.end('retry: 5\nid: 1\ndata:\n\n');
      },
    });
    const wire = openTo(peer);
    const { first } = await begin(wire);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    expect(await first(withId(1))).toMatchObject({
      error: {
        code: -32603,
        message: 'The event stream ended before the response came.',
        data: { status: 200 },
      },
    });
  });

  it('delivers requests of the server and posts the answers', async () => {
    const peer = await legacyPeer({
      onGet: (_, response) => response.writeHead(405).end(),
      onPost: (request, response) => {
        startEvents(response);
        response.write(event({ jsonrpc: '2.0', id: 's1', method: 'sampling/createMessage' }));
        void vi
          .waitFor(() => expect(peer.of('POST').some(isAnswer)).toBe(true))
          .then(() => response.end(event(resultOf(request, { done: true }))));
      },
    });
    const wire = openTo(peer);
    const { first, contexts } = await begin(wire);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    await first(withId('s1'));
    expect(contexts.at(-1)).toEqual({ inReplyTo: 1 });
    await wire.send({ jsonrpc: '2.0', id: 's1', result: { role: 'assistant' } });
    expect(await first(withId(1))).toMatchObject({ result: { done: true } });
  });

  it('lets nothing overtake notifications/initialized', async () => {
    let held: ServerResponse | undefined;
    const peer = await serve((request, response) => {
      if (request.message?.method === 'notifications/initialized') held = response;
      else json(response, resultOf(request, { protocolVersion: '2025-11-25' }));
    });
    const wire = openTo(peer);
    const { first } = record(wire);
    await wire.send(initialize);
    const sent = [wire.send(initialized), wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })];
    await vi.waitFor(() => expect(peer.received).toHaveLength(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(peer.received.map((one) => one.message?.method)).toEqual([
      'initialize',
      'notifications/initialized',
    ]);
    held?.writeHead(202).end();
    await Promise.all(sent);
    await first(withId(1));
  });

  it('forgets the session when it initializes again', async () => {
    const peer = await legacyPeer({ onGet: (_, response) => response.writeHead(405).end() });
    const wire = openTo(peer);
    await begin(wire);
    await wire.send(initialize);
    const headers = peer.of('POST').at(-1)?.headers;
    expect(headers).not.toHaveProperty('mcp-session-id');
    expect(headers).not.toHaveProperty('mcp-protocol-version');
  });

  it('does not take an unknown method, answered with 404, for a lost session', async () => {
    const error = { code: -32601, message: 'Method not found' };
    const peer = await legacyPeer({
      onGet: (_, response) => response.writeHead(405).end(),
      onPost: (request, response) => json(response, { jsonrpc: '2.0', id: request.message?.id, error }, 404),
    });
    const wire = openTo(peer);
    const { first } = await begin(wire);
    for (const id of [1, 2]) {
      await wire.send({ jsonrpc: '2.0', id, method: 'x' });
      expect(await first(withId(id))).toMatchObject({ error });
    }
  });
});
