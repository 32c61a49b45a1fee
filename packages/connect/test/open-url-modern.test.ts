import { metaKeys, type JsonRpcRequest } from '@mcp-typeahead/protocol';
import { describe, expect, it, vi } from 'vitest';
import { openTo, json, resultOf, serve } from './support/http-peer.js';
import { record, withId } from './support/record.js';
import { serveModern } from './support/sdk-modern-peer.js';

const _meta = {
  [metaKeys.protocolVersion]: '2026-07-28',
  [metaKeys.clientInfo]: { name: 'test', version: '1' },
  [metaKeys.clientCapabilities]: {},
};

const request = (id: number, method: string, params = {}): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta },
});

const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('openUrl, with a server on SDK v2', () => {
  it('speaks to it without a session, each header as the server wants it', async () => {
    const peer = await serveModern();
    const wire = openTo(peer);
    const { first } = record(wire);
    const name = 'bericht für 世界';
    const sent = [
      request(1, 'server/discover'),
      request(2, 'tools/list'),
      request(3, 'tools/call', { name: 'query', arguments: { region: 'Île-de-France', limit: 1 } }),
      request(4, 'prompts/get', { name, arguments: { city: 'Köln' } }),
      request(5, 'resources/read', { uri: 'notes://all' }),
      request(6, 'completion/complete', {
        ref: { type: 'ref/prompt', name },
        argument: { name: 'city', value: 'K' },
      }),
    ];
    for (const message of sent) {
      await wire.send(message);
      expect(await first(withId(message.id))).toHaveProperty('result');
    }
    expect(await first(withId(6))).toMatchObject({ result: { completion: { values: ['Kyōto', 'Köln'] } } });
    const headers = peer.requests.map((one) => one.headers);
    expect(headers.map((one) => one['mcp-method'])).toEqual(sent.map((one) => one.method));
    expect(headers.map((one) => one['mcp-name'])).toEqual([
      undefined,
      undefined,
      'query',
      base64(name),
      'notes://all',
      undefined,
    ]);
    expect(headers[2]?.['mcp-param-region']).toBe(base64('Île-de-France'));
    for (const one of headers) {
      expect(one['mcp-protocol-version']).toBe('2026-07-28');
      expect(one).not.toHaveProperty('mcp-session-id');
    }
    await wire.close();
    expect(peer.requests.map(({ method }) => method)).toEqual(Array(6).fill('POST'));
  });

  it('delivers the error of a refused request, with the code that the server gave', async () => {
    const wire = openTo(await serveModern());
    const { first } = record(wire);
    await wire.send(request(1, 'no/such/method'));
    expect(await first(withId(1))).toMatchObject({ error: { code: -32601 } });
    const version = { ..._meta, [metaKeys.protocolVersion]: '2099-01-01' };
    await wire.send({ jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: version } });
    expect(await first(withId(2))).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
  });

  it('learns the headers of a tool that was never listed on this connection, and calls it again', async () => {
    const peer = await serveModern();
    const wire = openTo(peer);
    const { first, messages } = record(wire);
    await wire.send(request(1, 'tools/call', { name: 'query', arguments: { region: 'eu' } }));
    expect(await first(withId(1))).toMatchObject({ result: { content: [{ text: 'eu' }] } });
    expect(messages).toHaveLength(1);
    expect(peer.requests.map((one) => one.headers['mcp-method'])).toEqual([
      'tools/call',
      'tools/list',
      'tools/call',
    ]);
  });

  it('cancels a request by closing its exchange, and delivers nothing more for it', async () => {
    const peer = await serveModern();
    const wire = openTo(peer);
    const { messages, first } = record(wire);
    await wire.send(request(1, 'tools/call', { name: 'forever', arguments: {} }));
    await first((message) => 'method' in message && message.method === 'notifications/progress');
    wire.abandon('1');
    expect(peer.cancelled).toEqual([]);
    wire.abandon(1);
    await vi.waitFor(() => expect(peer.cancelled).toEqual(['forever']));
    await wire.send(request(2, 'tools/list'));
    await first(withId(2));
    expect(messages.filter(withId(1))).toEqual([]);
  });

  it('resolves a send whose exchange is abandoned before the response began', async () => {
    const peer = await serve(() => {});
    const wire = openTo(peer);
    const { messages } = record(wire);
    const sent = wire.send(request(1, 'tools/list'));
    await vi.waitFor(() => expect(peer.received).toHaveLength(1));
    wire.abandon(1);
    await sent;
    expect(messages).toEqual([]);
  });

  it('keeps a subscription open beside other requests', async () => {
    const peer = await serveModern();
    const wire = openTo(peer);
    const { first, contexts, messages } = record(wire);
    await wire.send(request(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    await first(
      (message) => 'method' in message && message.method === 'notifications/subscriptions/acknowledged',
    );
    await wire.send(request(2, 'tools/list'));
    await first(withId(2));
    peer.announce();
    await first((message) => 'method' in message && message.method === 'notifications/tools/list_changed');
    expect(contexts.at(-1)).toEqual({ inReplyTo: 1 });
    expect(messages.filter(withId(1))).toEqual([]);
    wire.abandon(1);
  });
});

describe('openUrl, in the modern era', () => {
  it('does not resume a stream that ended, but says that the response did not come', async () => {
    const peer = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 1\nid: 1\ndata:\n\n');
    });
    const wire = openTo(peer);
    const { first } = record(wire);
    await wire.send(request(1, 'tools/list'));
    expect(await first(withId(1))).toMatchObject({
      error: { message: 'The event stream ended before the response came.' },
    });
    expect(peer.of('GET')).toEqual([]);
  });

  it('delivers a header mismatch that the list of tools does not mend, after one attempt', async () => {
    const error = { code: -32020, message: 'Header mismatch' };
    const peer = await serve((received, response) => {
      if (received.message?.method === 'tools/list') json(response, resultOf(received, { tools: [] }));
      else json(response, { jsonrpc: '2.0', id: received.message?.id, error }, 400);
    });
    const wire = openTo(peer);
    const { first, messages } = record(wire);
    await wire.send(request(1, 'tools/call', { name: 't' }));
    expect(await first(withId(1))).toMatchObject({ error });
    expect(messages).toHaveLength(1);
    expect(peer.received).toHaveLength(2);
  });

  it('tells of a tool whose header declaration breaks the rules', async () => {
    const tools = [
      { name: 'bad', inputSchema: { properties: { a: { type: 'string', 'x-mcp-header': 'no spaces' } } } },
    ];
    const peer = await serve((received, response) => json(response, resultOf(received, { tools })));
    const wire = openTo(peer);
    const { first, noise } = record(wire);
    await wire.send(request(1, 'tools/list'));
    expect(await first(withId(1))).toMatchObject({ result: { tools } });
    expect(noise).toEqual([{ kind: 'http', text: 'Tool "bad": x-mcp-header of "a" is not a header name.' }]);
  });

  it('says the version on notifications too, which do not carry it themselves', async () => {
    const peer = await serve((received, response) => json(response, resultOf(received, {})));
    const wire = openTo(peer);
    await wire.send(request(1, 'tools/list'));
    await wire.send({ jsonrpc: '2.0', method: 'notifications/x' });
    expect(peer.received[1]?.headers['mcp-protocol-version']).toBe('2026-07-28');
  });

  it('takes a version later than it knows for modern, and none of the legacy ones', async () => {
    const peer = await serve((received, response) => json(response, resultOf(received, {})));
    const wire = openTo(peer);
    for (const version of ['2027-01-01', '2025-11-25']) {
      const params = { _meta: { [metaKeys.protocolVersion]: version } };
      await wire.send({ jsonrpc: '2.0', id: 1, method: 'ping', params });
    }
    expect(peer.received.map((one) => one.headers['mcp-method'])).toEqual(['ping', undefined]);
  });
});
