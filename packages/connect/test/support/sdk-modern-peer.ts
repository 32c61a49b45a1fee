import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  completable,
  createMcpHandler,
  McpServer,
  type CreateMcpHandlerOptions,
} from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export interface ModernPeer {
  url: string;
  requests: { method: string; headers: IncomingMessage['headers'] }[];
  /** Tool calls whose client went away. */
  cancelled: string[];
  announce(): void;
}

/** A server on SDK v2, modern; with `legacy: 'stateless'` of both eras. */
export async function serveModern(options: CreateMcpHandlerOptions = {}): Promise<ModernPeer> {
  const requests: ModernPeer['requests'] = [];
  const cancelled: string[] = [];
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'modern', version: '2.0.0' },
        { capabilities: { tools: { listChanged: true } }, instructions: 'Ask nicely.' },
      );
      const region = z.string().meta({ 'x-mcp-header': 'Region' });
      server.registerTool(
        'query',
        { inputSchema: z.object({ region, limit: z.number().optional() }) },
        (args) => ({
          content: [{ type: 'text', text: args.region }],
        }),
      );
      server.registerTool('forever', { inputSchema: z.object({}) }, async (_, ctx) => {
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: 1, progress: 1 },
        });
        await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve));
        cancelled.push('forever');
        return { content: [] };
      });
      server.registerPrompt(
        'bericht für 世界',
        { argsSchema: z.object({ city: completable(z.string(), () => ['Kyōto', 'Köln']) }) },
        ({ city }) => ({ messages: [{ role: 'user', content: { type: 'text', text: city } }] }),
      );
      server.registerResource('notes', 'notes://all', {}, (uri) => ({
        contents: [{ uri: uri.href, text: 'x' }],
      }));
      return server;
    },
    { legacy: 'reject', ...options },
  );
  const nodeHandler = toNodeHandler(handler);
  const http = createServer((request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    void nodeHandler(request as IncomingMessage & { method: string; url: string }, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await handler.close();
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    requests,
    cancelled,
    announce: () => handler.notify.toolsChanged(),
  };
}
