import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerParseFailure } from './parse-failure.js';
import type { RequestHandler } from './request-handler.js';

/** Node's server, with our answers where it has its own. */
export function createHttpServer(handle: RequestHandler, requestTimeoutMs: number): Server {
  /** The response of each connection that came last. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const onRequest: RequestHandler = (req, res) => {
    responses.set(req.socket, res);
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
  // The body is asked for when it is certain that it will be read.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = responses.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    if (isAnswering) socket.destroy(error);
    else answerParseFailure(error, socket);
  });
  return server;
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
