import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';

export interface HttpListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves MCP at `/mcp` on the loopback address, in both protocol eras, a fresh server a request. Port 0 takes any free port. */
export async function listenHttp(factory: McpServerFactory, port: number): Promise<HttpListener> {
  const handler = createMcpHandler(factory);
  const handleMcp = toNodeHandler(handler);
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp') {
      response.writeHead(404).end();
      return;
    }
    void handleMcp(request as IncomingMessage & { method: string; url: string }, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.close();
      server.closeAllConnections();
      await handler.close();
    },
  };
}
