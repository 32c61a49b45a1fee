import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonRpcMessage, JsonRpcRequest } from '@mcp-typeahead/protocol';
import { afterEach } from 'vitest';
import { openUrl, type OpenUrlOptions, type Wire } from '../../src/index.js';

export interface Received {
  method: string;
  headers: IncomingMessage['headers'];
  message: JsonRpcRequest | undefined;
}

export interface HttpPeer {
  url: string;
  received: Received[];
  /** The requests of one HTTP method. */
  of(method: string): Received[];
}

type Handler = (request: Received, response: ServerResponse, raw: IncomingMessage) => unknown;

const ends = new Set<() => Promise<unknown>>();

afterEach(async () => {
  await Promise.all([...ends].map((end) => end()));
  ends.clear();
});

/** A raw HTTP server; it ends after the test. */
export async function serve(handler: Handler): Promise<HttpPeer> {
  const received: Received[] = [];
  const server = createServer((raw, response) => {
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const one: Received = {
        method: raw.method ?? '',
        headers: raw.headers,
        message: text === '' ? undefined : (JSON.parse(text) as JsonRpcRequest),
      };
      received.push(one);
      handler(one, response, raw);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.add(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received,
    of: (method) => received.filter((one) => one.method === method),
  };
}

/** A wire that is closed after the test. */
export function openTo(peer: { url: string }, options: Partial<OpenUrlOptions> = {}): Wire {
  const wire = openUrl({ url: peer.url, ...options });
  ends.add(() => wire.close());
  return wire;
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function startEvents(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
}

export function event(message: JsonRpcMessage, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
}

export const resultOf = (request: Received, result: unknown): JsonRpcMessage => ({
  jsonrpc: '2.0',
  id: request.message?.id ?? 0,
  result,
});
