import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerParseFailure } from './parse-failure.js';
import type { RequestHandler } from './request-handler.js';

/** Node's server, with our answers where it has its own. */
export function createHttpServer(handle: RequestHandler, requestTimeoutMs: number): Server {
  /** The responses of each connection that are not complete. Clients that pipeline have several. */
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const onRequest: RequestHandler = (req, res) => {
    const responses = open.get(req.socket);
    responses?.add(res);
    res.once('close', () => responses?.delete(res));
    handle(req, res);
  };
  const server = createServer(
    {
      // Answered by the host check, with our headers.
      requireHostHeader: false,
      // Both end with the request: event streams may last.
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
      // Longer than what proxies keep idle connections for, lest one meets a connection that has just closed.
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    onRequest,
  );
  server.on('connection', (socket) => {
    const responses = new Set<ServerResponse>();
    open.set(socket, responses);
    socket.once('close', () => {
      for (const res of responses) closeQueued(res);
    });
  });
  // The body is asked for when it is certain that it will be read.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const isAnswering = [...(open.get(socket) ?? [])].some((res) => res.headersSent);
    if (isAnswering) socket.destroy(error);
    else answerParseFailure(error, socket);
  });
  return server;
}

/** Node tells a response of the connection's end only once it is its turn to be sent. */
function closeQueued(res: ServerResponse): void {
  if (res.socket !== null) return;
  res.destroy();
  res.emit('close');
}

/** @throws the system's error where the address cannot be had */
export function openPort(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
