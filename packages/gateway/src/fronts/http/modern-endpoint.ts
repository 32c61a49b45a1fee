import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { errorCodes, isRequest, isResponse, metaKeys, methodNotFound } from '@mcp-typeahead/protocol';
import type { Interceptor } from '../../interceptor/interceptor.js';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import { sendEmpty, sendRefusal } from './http-exchange.js';
import type { HttpPost } from './http-post.js';
import { checkModern } from './modern-headers.js';
import { refuse, toErrorResponse } from './refusal.js';
import type { Reply } from './reply.js';
import { createReply } from './reply.js';
import { modernStatus } from './modern-status.js';
import { legacyOnly, provesLegacy } from './legacy-only.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';
import { createToolHeaders } from './tool-headers.js';

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

const listenMethod = 'subscriptions/listen';
/** How long the wire of a lone notification stays, as nothing tells when it has gone out. */
const notificationMs = 1_000;

export function createModernEndpoint(route: Route, options: ResolvedHttpOptions, log: Log): ModernEndpoint {
  const { clock, heartbeatMs } = options;
  const open = new Set<OpenExchange>();
  const toolHeaders = createToolHeaders(route, clock);

  const serveNotification = (message: JsonRpcNotification, { exchange, context }: HttpPost): void => {
    // Closing the response cancels; the id in this notification could only be another exchange's.
    if (message.method !== 'notifications/cancelled') {
      const interceptor = route.openExchange(() => {}, context.principal?.id);
      interceptor.fromClient(message, context);
      clock.schedule(() => void interceptor.close(), notificationMs);
    }
    sendEmpty(exchange, 202);
  };

  const serveRequest = (request: JsonRpcRequest, { exchange, accepts, context }: HttpPost): void => {
    const close = (): void => {
      if (open.delete(entry)) void interceptor.close();
    };
    const reply = createReply({
      exchange,
      accepts,
      heartbeatMs,
      statusOf: (response) => modernStatus(request, response),
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
      // An error without an id can only be about the one request of this exchange.
      const response = (message.id ?? null) === null ? { ...message, id: request.id } : message;
      if (response.id !== request.id) return;
      if (request.method === 'tools/list') toolHeaders.learn(response, context);
      const isLegacy = provesLegacy(request, response);
      reply.respond(isLegacy ? toErrorResponse(legacyOnly(request), request.id) : response);
      close();
    }, context.principal?.id);
    if (request.method === listenMethod) exchange.detach();
    const entry: OpenExchange = { request, reply, interceptor };
    open.add(entry);
    interceptor.fromClient(request, context);
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
        isModern = await route.upstream.isModern(post.context.principal?.id);
      } catch {
        log.debug('the era of the upstream could not be found out');
        const refusal = refuse(502, 'The server behind the gateway cannot be reached', {
          code: errorCodes.internalError,
          ...(isRequest(message) && { id: message.id }),
        });
        sendRefusal(post.exchange, refusal);
        return;
      }
      if (post.exchange.res.destroyed) return;
      const { headers } = post.exchange.req;
      let refusal = isModern ? checkModern(message, headers) : legacyOnly(message);
      if (refusal === undefined && isRequest(message) && message.method === 'tools/call') {
        refusal = await toolHeaders.check(message, headers, post.context);
        if (post.exchange.res.destroyed) return;
      }
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

/** Servers send no requests in this era (MCP 2026-07-28, Streamable HTTP, "Receiving Messages"). */
function requestRefused(request: JsonRpcRequest): JsonRpcResponse {
  const { code, message } = methodNotFound();
  return { jsonrpc: '2.0', id: request.id, error: { code, message } };
}

/** A server that closes a subscription sends its result (MCP 2026-07-28, basic/patterns/subscriptions). */
function subscriptionEnd({ id }: JsonRpcRequest): JsonRpcResponse {
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: id } } };
}
