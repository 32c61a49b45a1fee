import {
  InMemoryTransport,
  McpServer,
  completable as sdkCompletable,
  createMcpHandler,
} from '@modelcontextprotocol/server';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { createCompletions } from '@mcp-typeahead/server';
import { z } from 'zod';
import { it } from 'vitest';
it('smoke v2', async () => {
  const server = new McpServer({ name: 'x', version: '1' });
  createCompletions({ prompts: { a: { x: ['foo'] } } }).attach(server);
  server.registerPrompt(
    'a',
    {
      argsSchema: z.object({
        x: z.string(),
        y: sdkCompletable(z.string(), (v) => [v + '1']).optional(),
        z: z.boolean(),
      }),
    },
    () => ({ messages: [] }),
  );
  const [a, b] = InMemoryTransport.createLinkedPair();
  a.onmessage = (m) => console.log(JSON.stringify(m));
  await a.start();
  await server.connect(b);
  const send = (id: number, method: string, params: unknown) =>
    a.send({ jsonrpc: '2.0', id, method, params } as never);
  await send(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  });
  for (const n of ['x', 'y', 'z', 'q'])
    await send(2, 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'a' },
      argument: { name: n, value: '' },
      _meta: { 'io.github.mcp-typeahead/completions': { items: true } },
    });
  await send(3, 'completion/complete', {
    ref: { type: 'ref/tool', name: 'a' },
    argument: { name: 'x', value: '' },
  });
  await new Promise((r) => setTimeout(r, 100));
});
it('smoke v1', async () => {
  const server = new McpServerV1({ name: 'x', version: '1' });
  createCompletions({ prompts: { a: { x: ['foo'] } } }).attach(server);
  server.registerPrompt('a', { argsSchema: { x: z.string(), z: z.enum(['p']) } }, () => ({ messages: [] }));
  const [a, b] = InMemoryTransportV1.createLinkedPair();
  a.onmessage = (m) => console.log(JSON.stringify(m));
  await a.start();
  await server.connect(b);
  const send = (id: number, method: string, params: unknown) =>
    a.send({ jsonrpc: '2.0', id, method, params } as never);
  await send(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  });
  for (const n of ['x', 'z', 'q'])
    await send(2, 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'a' },
      argument: { name: n, value: '' },
    });
  await send(3, 'completion/complete', {
    ref: { type: 'ref/tool', name: 'a' },
    argument: { name: 'x', value: '' },
  });
  await send(4, 'completion/complete', undefined);
  await new Promise((r) => setTimeout(r, 100));
});
it('smoke http modern', async () => {
  const completions = createCompletions({ prompts: { a: { x: ['foo'] } } });
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'x', version: '1' });
    server.registerPrompt('a', { argsSchema: z.object({ x: z.string() }) }, () => ({ messages: [] }));
    return completions.attach(server);
  });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  for (const [method, params] of [
    ['server/discover', {}],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'x', value: '' } }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'b' }, argument: { name: 'x', value: '' } }],
  ] as const) {
    const r = await handler.fetch(
      new Request('http://x/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method,
          params: { ...params, _meta: { ...meta, 'io.github.mcp-typeahead/completions': { items: true } } },
        }),
      }),
    );
    console.log(r.status, await r.text());
  }
});
