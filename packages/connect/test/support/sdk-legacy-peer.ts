import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  StreamableHTTPServerTransport,
  type EventStore,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

export interface LegacyPeer {
  url: string;
  /** HTTP method and session of each request. */
  requests: {
    method: string;
    session: string | undefined;
    version: string | undefined;
    lastEventId: string | undefined;
  }[];
  sessions: Map<string, StreamableHTTPServerTransport>;
  /** Says something to every session, unasked. */
  announce(): void;
}

/** A server on SDK v1 with sessions, whose event streams can be resumed. */
export async function serveLegacy(options: { json?: boolean } = {}): Promise<LegacyPeer> {
  const requests: LegacyPeer['requests'] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const servers = new Set<McpServer>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: options.json ?? false,
      eventStore: createEventStore(),
      retryInterval: 10,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new McpServer({ name: 'legacy', version: '1.0.0' });
    server.registerTool('count', { inputSchema: { to: z.number() } }, async ({ to }, extra) => {
      for (let progress = 1; progress <= to; progress += 1) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken: extra._meta?.progressToken ?? 0, progress },
        });
      }
      return { content: [{ type: 'text', text: String(to) }] };
    });
    server.registerTool('interrupted', {}, async (extra) => {
      extra.closeSSEStream?.();
      return { content: [{ type: 'text', text: 'resumed' }] };
    });
    servers.add(server);
    await server.connect(transport);
    return transport;
  };

  const http = createServer((request, response) => {
    const header = (name: string): string | undefined => request.headers[name] as string | undefined;
    const session = header('mcp-session-id');
    requests.push({
      method: request.method ?? '',
      session,
      version: header('mcp-protocol-version'),
      lastEventId: header('last-event-id'),
    });
    if (session !== undefined && !sessions.has(session)) {
      const error = { code: -32001, message: 'Session not found' };
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      return;
    }
    const transport = session === undefined ? open() : Promise.resolve(sessions.get(session));
    void transport.then((found) => found?.handleRequest(request, response));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const server of servers) await server.close();
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    requests,
    sessions,
    announce: () => {
      for (const server of servers) server.sendToolListChanged();
    },
  };
}

function createEventStore(): EventStore {
  const events: { id: string; stream: string; message: Parameters<EventStore['storeEvent']>[1] }[] = [];
  return {
    storeEvent: async (stream, message) => {
      const id = `${stream}_${events.length}`;
      events.push({ id, stream, message });
      return id;
    },
    getStreamIdForEventId: async (id) => events.find((one) => one.id === id)?.stream,
    replayEventsAfter: async (lastId, { send }) => {
      const at = events.findIndex((one) => one.id === lastId);
      const stream = events[at]?.stream ?? '';
      for (const one of events.slice(at + 1)) {
        if (one.stream === stream) await send(one.id, one.message);
      }
      return stream;
    },
  };
}
