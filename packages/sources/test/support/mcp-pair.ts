import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import type { McpCaller } from '../../src/index.js';

type Handler = (
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Record<string, unknown>> | Record<string, unknown>;

export interface McpPair {
  caller: McpCaller;
  requests: { method: string; params: Readonly<Record<string, unknown>> }[];
  /** What answers from now on. */
  handler: Handler;
  close: () => Promise<void>;
}

/** An SDK client that has shaken hands with an SDK server, which answers lists of resources and calls of tools as the test says. */
export async function connectMcp(handler: Handler): Promise<McpPair> {
  const info = { name: 'resources', version: '1.0.0' };
  const server = new Server(info, { capabilities: { resources: {}, tools: {} } });
  const requests: McpPair['requests'] = [];
  for (const method of ['resources/list', 'tools/call'] as const) {
    server.setRequestHandler(method, async ({ params = {} }, ctx) => {
      requests.push({ method, params });
      return (await pair.handler(params, ctx.mcpReq.signal)) as never;
    });
  }
  const client = new Client(info);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide);
  const pair: McpPair = {
    caller: {
      request: (method, params, { signal }) =>
        client.request({ method: method as 'resources/list', params }, { signal }),
    },
    requests,
    handler,
    close: () => client.close(),
  };
  return pair;
}
