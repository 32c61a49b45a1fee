import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SessionServer {
  readonly url: URL;
  /** Methods of the messages that came, with the session that they named. */
  readonly log: { readonly method: string; readonly session: string | undefined }[];
  /** Forgets all sessions. */
  forget: () => void;
  /** From now on every session is unknown. */
  refuseAll: () => void;
}

interface Body {
  id?: number;
  method: string;
  params?: { argument?: { value: string }; protocolVersion?: string };
}

/** A legacy Streamable HTTP server by hand, whose sessions can be made to vanish. */
export async function startSessionServer(): Promise<SessionServer> {
  const sessions = new Set<string>();
  const log: { method: string; session: string | undefined }[] = [];
  let isRefusing = false;
  let count = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as Body;
      const session = request.headers['mcp-session-id'] as string | undefined;
      log.push({ method, session });
      const send = (status: number, body: object, headers: object = {}): void => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
      };
      if (method === 'initialize') {
        const name = `session-${(count += 1)}`;
        sessions.add(name);
        const capabilities = { completions: {}, prompts: {}, experimental: { opened: { count } } };
        const result = {
          protocolVersion: params?.protocolVersion,
          capabilities,
          serverInfo: { name: 's', version: '1' },
        };
        send(200, { result }, { 'mcp-session-id': name });
      } else if (isRefusing || session === undefined || !sessions.has(session)) {
        send(404, { error: { code: -32_001, message: 'Session not found' } });
      } else if (id === undefined) {
        response.writeHead(202).end();
      } else {
        send(200, { result: { completion: { values: [`${params?.argument?.value}-${session}`] } } });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    log,
    forget: () => sessions.clear(),
    refuseAll: () => (isRefusing = true),
  };
}
