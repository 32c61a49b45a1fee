import { expect, test } from 'vitest';
import { metaKeys } from '@mcp-typeahead/protocol';
import { useGatewayClients } from '../support/clients.js';
import { configOf } from '../support/config.js';
import { eventually } from '../support/eventually.js';
import { serveLegacy, serveModern } from '../support/http-peers.js';
import { modern } from '../support/modern.js';
import { complete } from '../support/stdio-client.js';

const connect = useGatewayClients();
const config = configOf('prompts:\n  greet:\n    tone: { values: [warm, cool] }');

test('stdio to a legacy URL: its completions, ours, progress and what it says unasked', async () => {
  const peer = await serveLegacy();
  const client = connect({ upstream: { url: peer.url }, config });
  const { capabilities } = await client.initialize();
  expect(capabilities).toMatchObject({ completions: {}, prompts: { listChanged: true } });
  const theirs = await client.request('completion/complete', complete('greet', 'name', 'A'));
  expect(theirs.result).toMatchObject({ completion: { values: ['Ada', 'Alan'] } });
  const ours = await client.request('completion/complete', complete('greet', 'tone', 'w'));
  expect(ours.result).toMatchObject({ completion: { values: ['warm'] } });
  await client.request('tools/call', { name: 'count', arguments: { to: 2 }, _meta: { progressToken: 't' } });
  const progress = client.messages.filter(({ method }) => method === 'notifications/progress');
  expect(progress.map(({ params }) => params)).toEqual(
    [1, 2].map((step) => ({ progressToken: 't', progress: step })),
  );
  await eventually(() => expect(peer.requests).toContain('GET'));
  await eventually(() => {
    peer.announce();
    expect(client.messages).toContainEqual({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
  });
});

test('a legacy URL that forgot the session gets the handshake again', async () => {
  const peer = await serveLegacy();
  const client = connect({ upstream: { url: peer.url }, settings: { backoff: { firstMs: 5, maxMs: 20 } } });
  await client.initialize();
  peer.forget();
  expect((await client.request('prompts/list')).error?.code).toBe(-32603);
  await client.first(({ method }) => method === 'notifications/prompts/list_changed');
  expect((await client.request('prompts/list')).result).toMatchObject({ prompts: [{ name: 'greet' }] });
});

test('stdio to a modern URL: headers are made, and a cancellation closes the request', async () => {
  const peer = await serveModern();
  const client = connect({ upstream: { url: peer.url }, config });
  const discovered = await client.request('server/discover', modern());
  expect(discovered.result).toMatchObject({ capabilities: { completions: {} } });
  const theirs = await client.request('completion/complete', modern(complete('greet', 'name', 'A')));
  expect(theirs.result).toMatchObject({ resultType: 'complete', completion: { values: ['Ada', 'Alan'] } });
  const ours = await client.request('completion/complete', modern(complete('greet', 'tone')));
  expect(ours.result).toEqual({
    resultType: 'complete',
    completion: { values: ['warm', 'cool'], total: 2, hasMore: false },
    _meta: { [metaKeys.serverInfo]: { name: 'modern', version: '2.0.0' } },
  });
  expect(peer.methods).toContain('completion/complete');

  client.send({ id: 'slow', method: 'tools/call', params: modern({ name: 'wait', arguments: {} }) });
  await eventually(() => expect(peer.waiting).toBe(1));
  client.notify('notifications/cancelled', { requestId: 'slow' });
  await eventually(() => expect(peer.cancelled).toBe(1));
  expect(peer.methods).not.toContain('notifications/cancelled');
});

test('a URL where nothing listens is answered for at once', async () => {
  const client = connect({ upstream: { url: 'http://127.0.0.1:9/mcp' } });
  const { error } = await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  expect(error).toEqual({ code: -32603, message: 'Upstream is unreachable' });
});
