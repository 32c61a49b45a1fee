import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { completable as legacyCompletable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { completable, createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const namesLike = (value: string): string[] => ['Ada', 'Alan'].filter((name) => name.startsWith(value));

async function listen(handler: RequestListener): Promise<string> {
  const http = createServer(handler);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

export interface LegacyPeer {
  url: string;
  /** HTTP methods, in order. */
  requests: string[];
  /** Loses all sessions, as a restart does. */
  forget(): void;
  /** Says something unasked. */
  announce(): void;
}

/** A server on SDK v1 with sessions. */
export async function serveLegacy(): Promise<LegacyPeer> {
  const requests: string[] = [];
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const servers = new Set<LegacyServer>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    const server = new LegacyServer({ name: 'legacy', version: '1.0.0' });
    const name = legacyCompletable(z.string(), namesLike);
    server.registerPrompt('greet', { argsSchema: { name, tone: z.string().optional() } }, () => ({
      messages: [],
    }));
    server.registerTool('count', { inputSchema: { to: z.number() } }, async ({ to }, extra) => {
      const progressToken = extra._meta?.progressToken ?? 0;
      for (let progress = 1; progress <= to; progress += 1) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress },
        });
      }
      return { content: [] };
    });
    servers.add(server);
    await server.connect(transport);
    return transport;
  };

  const url = await listen((request, response) => {
    requests.push(request.method ?? '');
    const session = request.headers['mcp-session-id'] as string | undefined;
    if (session !== undefined && !transports.has(session)) {
      response.writeHead(404).end();
      return;
    }
    const transport = session === undefined ? open() : Promise.resolve(transports.get(session));
    void transport.then((found) => found?.handleRequest(request, response));
  });
  onTestFinished(async () => {
    for (const server of servers) await server.close();
  });
  return {
    url,
    requests,
    forget: () => transports.clear(),
    announce: () => {
      for (const server of servers) server.sendPromptListChanged();
    },
  };
}

export interface ModernPeer {
  url: string;
  /** Values of `Mcp-Method`. */
  methods: string[];
  readonly waiting: number;
  readonly cancelled: number;
}

/** A server on SDK v2 that takes the modern era only. */
export async function serveModern(): Promise<ModernPeer> {
  const methods: string[] = [];
  const counts = { waiting: 0, cancelled: 0 };
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'modern', version: '2.0.0' });
      const argsSchema = z.object({ name: completable(z.string(), namesLike), tone: z.string().optional() });
      server.registerPrompt('greet', { argsSchema }, () => ({ messages: [] }));
      server.registerTool('wait', { inputSchema: z.object({}) }, async (_, ctx) => {
        counts.waiting += 1;
        await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve));
        counts.cancelled += 1;
        return { content: [] };
      });
      return server;
    },
    { legacy: 'reject' },
  );
  const nodeHandler = toNodeHandler(handler);
  const url = await listen((request, response) => {
    methods.push(String(request.headers['mcp-method']));
    void nodeHandler(request as NodeIncomingMessageLike, response);
  });
  onTestFinished(() => handler.close());
  return {
    url,
    methods,
    get waiting() {
      return counts.waiting;
    },
    get cancelled() {
      return counts.cancelled;
    },
  };
}
