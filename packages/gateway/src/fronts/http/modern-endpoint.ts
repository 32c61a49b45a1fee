import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import {
  errorCodes,
  isErrorResponse,
  isRequest,
  isResponse,
  legacyVersions,
  metaKeys,
  methodNotFound,
} from '@mcp-typeahead/protocol';
import type { Interceptor } from '../../interceptor/interceptor.js';
import type { Log } from '../../log.js';
import { asObject, metaOf } from '../../json-object.js';
import type { Route } from '../../route.js';
import { sendEmpty, sendRefusal } from './http-exchange.js';
import type { HttpPost } from './http-post.js';
import { checkModern } from './modern-headers.js';
import type { Refusal } from './refusal.js';
import { httpErrorCodes, refuse, toErrorResponse } from './refusal.js';
import type { Reply } from './reply.js';
import { createReply } from './reply.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';

/** Protocol revision 2026-07-28: every POST stands alone. */
export interface ModernEndpoint {
  post(message: JsonRpcRequest | JsonRpcNotification, post: HttpPost): Promise<void>;
  /** Ends subscriptions with their result, everything else without one. */
  close(): Promise<void>;
}

interface OpenExchange {
  request: JsonRpcRequest;
  reply: Reply;
  interceptor: Interceptor;
}

const discoverMethod = 'server/discover';
const listenMethod = 'subscriptions/listen';
/** How long the wire of a lone notification stays, as nothing tells when it has gone out. */
const notificationMs = 1_000;

export function createModernEndpoint(route: Route, options: ResolvedHttpOptions, log: Log): ModernEndpoint {
  const { clock, heartbeatMs } = options;
  const open = new Set<OpenExchange>();

  const serveNotification = (message: JsonRpcNotification, { exchange, headers }: HttpPost): void => {
    // Closing the response cancels; the id in this notification could only be another exchange's.
    if (message.method !== 'notifications/cancelled') {
      const interceptor = route.openExchange(() => {});
      interceptor.fromClient(message, { headers });
      clock.schedule(() => void interceptor.close(), notificationMs);
    }
    sendEmpty(exchange, 202);
  };

  const serveRequest = (request: JsonRpcRequest, { exchange, accepts, headers }: HttpPost): void => {
    const close = (): void => {
      if (open.delete(entry)) void interceptor.close();
    };
    const reply = createReply({
      exchange,
      accepts,
      heartbeatMs,
      statusOf: (response) => statusOf(request, response),
      onGone() {
        interceptor.abandon(request.id);
        close();
      },
    });
    const interceptor = route.openExchange((message) => {
      if (!isResponse(message)) {
        if (isRequest(message)) interceptor.fromClient(requestRefused(message));
        else reply.send(message);
        return;
      }
      if (message.id !== request.id) return;
      reply.respond(
        provesLegacy(request, message) ? toErrorResponse(legacyOnly(request), request.id) : message,
      );
      close();
    });
    if (request.method === listenMethod) exchange.detach();
    const entry: OpenExchange = { request, reply, interceptor };
    open.add(entry);
    interceptor.fromClient(request, { headers });
    void interceptor.closed.then(() => {
      const error = { code: errorCodes.internalError, message: 'The server behind the gateway has ended' };
      reply.respond({ jsonrpc: '2.0', id: request.id, error });
      open.delete(entry);
    });
  };

  return {
    async post(message, post) {
      let isModern: boolean;
      try {
        isModern = await route.upstream.isModern();
      } catch {
        log.warn('the era of the upstream could not be found out');
        const refusal = refuse(502, 'The server behind the gateway cannot be reached', {
          code: errorCodes.internalError,
          ...(isRequest(message) && { id: message.id }),
        });
        sendRefusal(post.exchange, refusal);
        return;
      }
      if (post.exchange.res.destroyed) return;
      const refusal = isModern ? checkModern(message, post.exchange.req.headers) : legacyOnly(message);
      if (refusal !== undefined) sendRefusal(post.exchange, refusal);
      else if (!isRequest(message)) serveNotification(message, post);
      else if (message.method === listenMethod && !post.accepts.sse) {
        const reason = 'A subscription is an event stream; Accept must allow text/event-stream';
        sendRefusal(post.exchange, refuse(406, reason, { id: message.id }));
      } else serveRequest(message, post);
    },
    async close() {
      const closing = [...open].map(({ request, reply, interceptor }) => {
        if (request.method === listenMethod) reply.respond(subscriptionEnd(request));
        else reply.end();
        return interceptor.close();
      });
      open.clear();
      await Promise.all(closing);
    },
  };
}

/** MCP 2026-07-28, Streamable HTTP: these errors are HTTP errors too, all others are at home in a 200. */
function statusOf({ method }: JsonRpcRequest, response: JsonRpcResponse): number {
  if (!isErrorResponse(response)) return 200;
  switch (response.error.code) {
    case errorCodes.methodNotFound:
      return 404;
    case httpErrorCodes.headerMismatch:
    case httpErrorCodes.missingClientCapability:
    case httpErrorCodes.unsupportedVersion:
      return 400;
    case errorCodes.internalError:
    case errorCodes.rateLimited:
      return 200;
    default:
      // A server that refuses to introduce itself is of the legacy era; clients find out by the status.
      return method === discoverMethod ? 400 : 200;
  }
}

/**
 * Every modern server knows `server/discover`. The error to a bare HTTP status is made by the connection,
 * with the status in its data.
 */
function provesLegacy({ method }: JsonRpcRequest, response: JsonRpcResponse): boolean {
  if (method !== discoverMethod || !isErrorResponse(response)) return false;
  const status = asObject(response.error.data)?.['status'];
  return response.error.code === errorCodes.methodNotFound || [400, 404, 405].includes(Number(status));
}

/**
 * What a server of the legacy era says to a modern request: 400 with an error that is not one of the modern
 * era's, so that a client of both eras falls back to `initialize`.
 */
function legacyOnly(message: JsonRpcRequest | JsonRpcNotification): Refusal {
  const reason = `This server speaks earlier protocol versions only (supported: ${legacyVersions.join(', ')}); send initialize`;
  const requested = metaOf(message.params)?.[metaKeys.protocolVersion];
  return refuse(400, reason, {
    data: {
      supported: legacyVersions,
      ...(typeof requested === 'string' && { requested: requested.slice(0, 100) }),
    },
    ...(isRequest(message) && { id: message.id }),
  });
}

/** Servers send no requests in this era (MCP 2026-07-28, Streamable HTTP, "Receiving Messages"). */
function requestRefused(request: JsonRpcRequest): JsonRpcResponse {
  const { code, message } = methodNotFound();
  return { jsonrpc: '2.0', id: request.id, error: { code, message } };
}

/** A server that closes a subscription sends its result (MCP 2026-07-28, basic/patterns/subscriptions). */
function subscriptionEnd({ id }: JsonRpcRequest): JsonRpcResponse {
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: id } } };
}
