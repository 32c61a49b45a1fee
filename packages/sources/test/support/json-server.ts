import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface JsonServer {
  /** Without a slash at its end. */
  origin: string;
  requests: { url: string; headers: IncomingMessage['headers'] }[];
  /** Connections that have ended. */
  readonly ended: number;
  /** What answers from now on. */
  handler: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
}

/** A real server on a port of its own, which does what the test says. */
export async function serveJson(handler: JsonServer['handler']): Promise<JsonServer> {
  const requests: JsonServer['requests'] = [];
  let ended = 0;
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    served.handler(request, response);
  });
  server.on('connection', (socket) => {
    socket.on('close', () => (ended += 1));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const served: JsonServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get ended() {
      return ended;
    },
    handler,
    close: async () => {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
  return served;
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
