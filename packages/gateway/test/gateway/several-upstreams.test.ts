import { afterEach, expect, test } from 'vitest';
import { createGateway } from '../../src/create-gateway.js';
import type { Gateway, GatewayOptions } from '../../src/gateway.js';
import { parseConfig } from '../../src/config/index.js';
import { modern } from '../support/modern.js';
import { scripted } from '../support/script.js';
import { complete, type Received } from '../support/stdio-client.js';

const gateways: Gateway[] = [];

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

async function listen(options: GatewayOptions): Promise<(path: string) => string> {
  const gateway = createGateway(options);
  gateways.push(gateway);
  const { port } = await gateway.listenHttp({ host: '127.0.0.1', port: 0 });
  return (path) => `http://127.0.0.1:${port}${path}`;
}

async function post(
  url: string,
  message: object,
  headers: object = {},
): Promise<{ json: Received; session: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await response.text();
  const data = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? 'null');
  return { json: JSON.parse(data) as Received, session: response.headers.get('mcp-session-id') ?? '' };
}

async function completeModern(url: string, params: object): Promise<unknown> {
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'completion/complete' };
  const { json } = await post(url, { id: 1, method: 'completion/complete', params: modern(params) }, headers);
  return json.error ?? (json.result?.['completion'] as { values?: unknown } | undefined)?.values;
}

async function openSession(url: string): Promise<(value: string) => Promise<unknown>> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { session } = await post(url, { id: 0, method: 'initialize', params });
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  });
  return async (value) => {
    const { json } = await post(
      url,
      { id: 1, method: 'completion/complete', params: complete('p', 'a', value) },
      headers,
    );
    return (json.result?.['completion'] as { values?: unknown } | undefined)?.values;
  };
}

test('BUG-048 upstreams with a prompt of the same name stand at addresses of their own, each answered by its own backend', async () => {
  const a = scripted({ modern: true, prompts: { greet: { who: ['Zoë', 'Zed'] } } });
  const b = scripted({ modern: true, prompts: { greet: { who: ['Bob'] } } });
  const at = await listen({ upstreams: { a, b } });
  expect(await completeModern(at('/mcp/a'), complete('greet', 'who'))).toEqual(['Zoë', 'Zed']);
  expect(await completeModern(at('/mcp/b'), complete('greet', 'who'))).toEqual(['Bob']);
  // There is no namespace in which the name could be ambiguous, or prefixed.
  expect((await fetch(at('/mcp'), { method: 'POST', body: '{}' })).status).toBe(404);
  expect(await completeModern(at('/mcp/a'), complete('a__greet', 'who'))).toEqual([]);
});

test('each upstream has completers of its own', async () => {
  const text = `
upstreams:
  a:
    command: x
    completions: { prompts: { greet: { who: { values: [from a] } } } }
  b:
    command: x
`;
  const config = parseConfig(text, { file: '/etc/typeahead.yaml', env: {} });
  const upstream = scripted({ modern: true, capabilities: { prompts: {} }, prompts: { greet: { who: [] } } });
  const at = await listen({ upstreams: { a: upstream, b: upstream }, config });
  expect(await completeModern(at('/mcp/a'), complete('greet', 'who'))).toEqual(['from a']);
  expect(await completeModern(at('/mcp/b'), complete('greet', 'who'))).toEqual([]);
});

test('BUG-138 a stateful upstream has a session for each client: nobody sees another’s state', async () => {
  const upstream = scripted({ capabilities: { completions: {} }, complete: 'first-value' });
  const at = await listen({ upstream });
  const [alice, bob] = await Promise.all([openSession(at('/mcp')), openSession(at('/mcp'))]);
  expect(await alice('subject of alice')).toEqual(['subject of alice']);
  expect(await bob('subject of bob')).toEqual(['subject of bob']);
  expect(await alice('later')).toEqual(['subject of alice']);
});

test.each([
  ['no upstream', {}],
  ['a name that no address can have', { upstreams: { 'a/b': scripted() } }],
  ['both forms', { upstream: scripted(), upstreams: { a: scripted() } }],
])('%s is refused at once', (_, options) => {
  expect(() => createGateway(options)).toThrow(expect.objectContaining({ code: 'no-upstream' }));
});

test.each(['ftp://example.com', 'no url'])('%s is refused as an upstream at once', (url) => {
  expect(() => createGateway({ upstream: { url } })).toThrow(
    expect.objectContaining({ code: 'invalid-url' }),
  );
});

test('stdio serves one upstream only', async () => {
  const gateway = createGateway({ upstreams: { a: scripted(), b: scripted() } });
  await expect(gateway.serveStdio({ input: process.stdin, output: process.stdout })).rejects.toMatchObject({
    code: 'no-upstream',
  });
});
