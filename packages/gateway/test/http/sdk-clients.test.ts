import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport as ServerTransportV1 } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixture, gateway } from './support/gateway.js';
import { call } from './support/http-client.js';
import { completion, initialize, modern, modernHeaders } from './support/messages.js';
import { openSession } from './support/serve.js';

vi.setConfig({ testTimeout: 60_000 });

const info = { name: 'test', version: '1.0.0' };
const greet = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'z' } } as const;

async function clientV2(url: string, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client(info, { versionNegotiation: { mode }, capabilities: { sampling: {} } });
  onTestFinished(async () => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

async function clientV1(url: string): Promise<ClientV1> {
  const client = new ClientV1(info, { capabilities: { sampling: {} } });
  onTestFinished(async () => client.close());
  const transport = new TransportV1(new URL(url));
  await client.connect(transport);
  return client;
}

const ask = (client: Client, value: string) =>
  client.complete({ ...greet, argument: { name: 'who', value } });

/** Starts the HTTP fixture; resolves with its address. */
async function httpServer(): Promise<string> {
  const { command, args } = fixture('sdk-server.mjs', 'http');
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line = ''] = (await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)))
    .toString()
    .split('\n');
  return line;
}

/** A server on SDK v1 with sessions, until the test is over. */
async function serveV1(): Promise<string> {
  const sessions = new Map<string, ServerTransportV1>();
  const open = async (): Promise<ServerTransportV1> => {
    const transport = new ServerTransportV1({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new McpServerV1({ name: 'v1', version: '1.0.0' });
    server.registerTool('nothing', {}, () => ({ content: [] }));
    await server.connect(transport);
    return transport;
  };
  const http = createServer((req, res) => {
    const known = sessions.get(String(req.headers['mcp-session-id']));
    void (known === undefined ? open() : Promise.resolve(known)).then((transport) =>
      transport.handleRequest(req, res),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

describe.each(['a child', 'a URL'])('in front of %s', (kind) => {
  const start = async () =>
    gateway({
      upstream: kind === 'a URL' ? { url: await httpServer() } : fixture('sdk-server.mjs', 'stdio'),
    });

  test('an SDK v2 client speaks the modern era', async () => {
    const client = await clientV2((await start()).url, 'auto');
    expect(client.getProtocolEra()).toBe('modern');
    expect((await client.complete(greet)).completion.values).toEqual(['Zoë', 'Zed']);
    const seen: number[] = [];
    const result = await client.callTool(
      { name: 'count', arguments: { to: 3 } },
      { onprogress: ({ progress }) => void seen.push(progress) },
    );
    expect(result.content).toEqual([{ type: 'text', text: '3' }]);
    expect(seen).toEqual([1, 2, 3]);
    expect((await client.getPrompt({ name: 'greet', arguments: { who: 'Zoë' } })).messages).toHaveLength(1);
    await expect(
      client.complete({ ...greet, ref: { type: 'ref/prompt', name: 'nobody' } }),
    ).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('SDK clients of both generations speak the legacy era', async () => {
    const { url } = await start();
    for (const client of [await clientV2(url, 'legacy'), await clientV1(url)]) {
      expect((await client.complete(greet)).completion.values).toEqual(['Zoë', 'Zed']);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('count');
    }
  });
});

test('an SDK v2 client of the modern era that gives up is heard by the tool within a second', async () => {
  const running = await gateway({ upstream: fixture('sdk-server.mjs', 'stdio') });
  const client = await clientV2(running.url, 'auto');
  const aborter = new AbortController();
  const waiting = client.callTool({ name: 'wait', arguments: {} }, { signal: aborter.signal });
  waiting.catch(() => {});
  await vi.waitFor(() => expect(running.lines.join('\n')).toContain('waiting'), 10_000);
  aborter.abort();
  await vi.waitFor(() => expect(running.lines.join('\n')).toContain('aborted'), 1_000);
  await expect(waiting).rejects.toThrow(/abort/i);
});

describe('a session with a child', () => {
  test('carries progress, sampling and more than one request at a time', async () => {
    const { url } = await gateway({ upstream: fixture('sdk-server.mjs', 'stdio') });
    const client = await clientV1(url);
    const { CreateMessageRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'none',
      role: 'assistant',
      content: { type: 'text', text: 'me' },
    }));
    const seen: number[] = [];
    const [counted, asked] = await Promise.all([
      client.callTool({ name: 'count', arguments: { to: 2 } }, undefined, {
        onprogress: ({ progress }) => void seen.push(progress),
      }),
      client.callTool({ name: 'ask', arguments: {} }),
    ]);
    expect(seen).toEqual([1, 2]);
    expect(counted['content']).toEqual([{ type: 'text', text: '2' }]);
    expect(asked['content']).toEqual([{ type: 'text', text: 'me' }]);
  });

  test('that only knows the legacy era serves clients of both, which fall back', async () => {
    const { url } = await gateway({ upstream: fixture('sdk-v1-server.mjs') });
    const client = await clientV2(url, 'auto');
    expect(client.getProtocolEra()).toBe('legacy');
    const answer = await client.complete({ ...greet, argument: { name: 'who', value: 'A' } });
    expect(answer.completion.values).toEqual(['Ada', 'Alan']);
    const refused = await call({
      url,
      headers: modernHeaders('server/discover'),
      body: modern(1, 'server/discover'),
    });
    expect(refused.status).toBe(400);
    expect(refused.json.error?.code).toBe(-32600);
  });

  test('ends with it: the child of a deleted session is gone', async () => {
    const { url, lines } = await gateway({ upstream: fixture('sdk-v1-server.mjs') });
    const headers = await openSession(url);
    expect((await call({ url, method: 'DELETE', headers })).status).toBe(204);
    expect((await call({ url, headers, body: completion(1) })).status).toBe(404);
    expect(lines.join('\n')).not.toContain('error');
  });
});

test('a URL that only knows the legacy era serves clients of both, which fall back', async () => {
  const { url } = await gateway({ upstream: { url: await serveV1() } });
  const client = await clientV2(url, 'auto');
  expect(client.getProtocolEra()).toBe('legacy');
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['nothing']);
  const refused = await call({
    url,
    headers: modernHeaders('server/discover'),
    body: modern(1, 'server/discover'),
  });
  expect(refused.status).toBe(400);
  expect(refused.json.id).toBe(1);
  expect([-32020, -32021, -32022]).not.toContain(refused.json.error?.code);
});

test('BUG-162 a value over its own limit, in a body within its limit, is -32602', async () => {
  const { url } = await gateway({ upstream: fixture('sdk-server.mjs', 'stdio') });
  const value = 'z'.repeat(1_025);
  const params = { ...greet, argument: { name: 'who', value } };
  const headers = modernHeaders('completion/complete');
  const answer = await call({ url, headers, body: modern(1, 'completion/complete', params) });
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ id: 1, error: { code: -32602 } });
  expect(answer.text).not.toContain('zz');
  const session = await openSession(url);
  const legacy = await call({
    url,
    headers: session,
    body: { jsonrpc: '2.0', id: 2, method: 'completion/complete', params },
  });
  expect(legacy.json).toMatchObject({ id: 2, error: { code: -32602 } });
});

test('BUG-048 each upstream answers at its own address, under its own names, with its own values', async () => {
  const { urls, port } = await gateway({
    upstreams: {
      a: fixture('sdk-server.mjs', 'stdio', 'Zoë,Zed'),
      b: fixture('sdk-server.mjs', 'stdio', 'Bob'),
    },
  });
  for (const mode of ['auto', 'legacy'] as const) {
    const a = await clientV2(urls.at(0)!, mode);
    const b = await clientV2(urls.at(1)!, mode);
    expect((await ask(a, 'z')).completion).toEqual({ values: ['Zoë', 'Zed'], total: 2, hasMore: false });
    expect((await ask(b, '')).completion).toEqual({ values: ['Bob'], total: 1, hasMore: false });
    const prefixed = { ...greet, ref: { type: 'ref/prompt', name: 'a__greet' } } as const;
    await expect(a.complete(prefixed)).rejects.toMatchObject({ code: -32602 });
  }
  const nowhere = await call({ url: `http://127.0.0.1:${port}/mcp`, body: initialize() });
  expect(nowhere.status).toBe(404);
  expect(nowhere.json.error?.message).toContain('/mcp/a, /mcp/b');
});
