import type {
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestId,
} from '@mcp-typeahead/protocol';
import { errorCodes, isErrorResponse, isRequest, isResponse } from '@mcp-typeahead/protocol';
import type { Interceptor, InterceptorOptions } from '../../interceptor/interceptor.js';
import { asObject, metaOf } from '../../json-object.js';
import type { Clock } from '@mcp-typeahead/server';
import { createMessageBuffer } from './message-buffer.js';
import { idKey } from './message-shape.js';
import type { Reply } from './reply.js';
import type { SseWriter } from './sse-writer.js';

export interface LegacySessionOptions {
  id: string;
  open: (toClient: InterceptorOptions['toClient']) => Interceptor;
  /** Does the upstream say to which request a message belongs? Then one without belongs to none. */
  knowsRelations: boolean;
  clock: Clock;
  /** The upstream is gone for good, or a handshake failed: the session cannot be used any more. */
  onEnded: (session: LegacySession) => void;
}

/** One client of the legacy era, with the connection to the upstream that is its own. */
export interface LegacySession {
  /** Secret: whoever knows it is the client. */
  readonly id: string;
  /** What `initialize` agreed on; undefined before its answer. */
  readonly version: string | undefined;
  /** Are requests in flight, or a stream open? */
  readonly isBusy: boolean;
  /** When the client last sent something or ended a stream, by the clock. */
  readonly lastUsedMs: number;
  /** Is a request of this id waiting for its answer? */
  isPending(id: RequestId): boolean;
  /** Takes messages of one POST. Their answers go to `reply`; without requests there is none. */
  post(messages: readonly JsonRpcMessage[], reply: Reply | undefined, headers: Record<string, string>): void;
  /** Takes the stream that a GET opened, in place of an older one. */
  listen(stream: SseWriter): void;
  /** The client left the reply before it was complete. */
  leave(reply: Reply): void;
  touch(): void;
  /** Ends streams, replies and the connection to the upstream. */
  end(): Promise<void>;
}

interface Pending {
  request: JsonRpcRequest;
  reply: Reply;
}

/** How long the answer to a cancelled request may still come before its reply is ended without one. */
const cancelGraceMs = 1_000;

export function createLegacySession(options: LegacySessionOptions): LegacySession {
  const { id, clock, knowsRelations, onEnded } = options;
  const pending = new Map<string, Pending>();
  let version: string | undefined;
  let stream: SseWriter | undefined;
  let lastUsedMs = clock.now();
  let hasEnded = false;

  const touch = (): void => {
    lastUsedMs = clock.now();
  };
  const replies = (): Reply[] => [...new Set([...pending.values()].map(({ reply }) => reply))];

  const respond = (response: JsonRpcResponse): void => {
    if (response.id === null) return;
    const entry = pending.get(idKey(response.id));
    // Without an entry the client has left: an answer must not go to another stream.
    if (entry === undefined) return;
    pending.delete(idKey(response.id));
    touch();
    if (entry.request.method === 'initialize') {
      if (isErrorResponse(response)) {
        entry.reply.respond(response);
        void session.end();
        return;
      }
      const agreed = asObject(response.result)?.['protocolVersion'];
      if (typeof agreed === 'string') version = agreed;
    }
    entry.reply.respond(response);
  };

  /** Every message goes to exactly one stream (MCP 2025-11-25, transports, "Multiple Connections"). */
  const deliver = (
    message: JsonRpcRequest | JsonRpcNotification,
    inReplyTo: RequestId | undefined,
  ): boolean => {
    const related =
      (inReplyTo === undefined ? undefined : pending.get(idKey(inReplyTo))?.reply) ??
      replyOfProgress(pending, message);
    if (related?.send(message) === true) return true;
    const streaming = replies().filter((reply) => reply.canStream);
    // A child does not say, but while only one request is in flight there is little doubt.
    const only = streaming.length === 1 && !knowsRelations ? streaming[0] : undefined;
    if (only?.send(message) === true || stream?.send(message) === true) return true;
    return streaming.at(-1)?.send(message) === true;
  };
  const buffer = createMessageBuffer({
    onDropped: (message) => {
      if (!('method' in message) || !('id' in message)) return;
      const error = { code: errorCodes.internalError, message: 'The client has no open stream' };
      interceptor.fromClient({ jsonrpc: '2.0', id: message.id, error });
    },
  });
  const toClient: InterceptorOptions['toClient'] = (message, { inReplyTo }) => {
    if (hasEnded) return;
    if (isResponse(message)) respond(message);
    else if (!deliver(message, inReplyTo) && message.method !== 'notifications/progress')
      buffer.push(message);
  };

  const interceptor = options.open(toClient);
  const finish = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { request, reply } of pending.values()) {
      const error = { code: errorCodes.internalError, message: 'The session has ended' };
      reply.respond({ jsonrpc: '2.0', id: request.id, error });
    }
    pending.clear();
    stream?.end();
    onEnded(session);
  };
  const session: LegacySession = {
    id,
    get version() {
      return version;
    },
    get isBusy() {
      return pending.size > 0 || stream?.isOpen === true;
    },
    get lastUsedMs() {
      return lastUsedMs;
    },
    isPending: (requestId) => pending.has(idKey(requestId)),
    post(messages, reply, headers) {
      touch();
      for (const message of messages) {
        if (isRequest(message) && reply !== undefined)
          pending.set(idKey(message.id), { request: message, reply });
      }
      if (reply?.canStream === true) buffer.flush((message) => reply.send(message));
      for (const message of messages) {
        interceptor.fromClient(message, { headers });
        if ('method' in message && message.method === 'notifications/cancelled') release(message);
      }
    },
    listen(next) {
      touch();
      stream?.drop();
      stream = next;
      buffer.flush((message) => next.send(message));
    },
    leave(reply) {
      touch();
      for (const [key, entry] of pending) {
        if (entry.reply !== reply) continue;
        pending.delete(key);
        // To leave is not to cancel in this era, but nobody needs completions that nobody reads.
        if (entry.request.method === 'completion/complete') interceptor.abandon(entry.request.id);
      }
    },
    touch,
    async end() {
      finish();
      await interceptor.close();
    },
  };
  /** A cancelled request need not be answered; its reply would stay open for ever. */
  const release = (cancelled: JsonRpcRequest | JsonRpcNotification): void => {
    const requestId = asObject(cancelled.params)?.['requestId'];
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    const entry = pending.get(idKey(requestId));
    if (entry === undefined) return;
    clock.schedule(() => {
      if (pending.get(idKey(requestId)) !== entry) return;
      pending.delete(idKey(requestId));
      if (!replies().includes(entry.reply)) entry.reply.end();
    }, cancelGraceMs);
  };
  void interceptor.closed.then(finish);
  return session;
}

/** The reply to the request that asked for this progress. */
function replyOfProgress(
  pending: ReadonlyMap<string, Pending>,
  message: JsonRpcRequest | JsonRpcNotification,
): Reply | undefined {
  if (message.method !== 'notifications/progress') return undefined;
  const token = asObject(message.params)?.['progressToken'];
  if (token === undefined) return undefined;
  for (const { request, reply } of pending.values()) {
    if (metaOf(request.params)?.['progressToken'] === token) return reply;
  }
  return undefined;
}
