import type {
  JsonRpcMessage,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  RequestId,
} from '@mcp-typeahead/protocol';
import { errorCodes, isErrorResponse, isRequest, isResponse } from '@mcp-typeahead/protocol';
import type { Clock } from '@mcp-typeahead/server';
import type { ClientContext, Interceptor, InterceptorOptions } from '../../interceptor/interceptor.js';
import { asObject } from '../../json-object.js';
import { isAboutUnreadRequest } from '../../upstream/unread-request.js';
import { createMessageBuffer } from './message-buffer.js';
import { createPendingRequests } from './pending-requests.js';
import type { Reply } from './reply.js';
import type { SseWriter } from './sse-writer.js';

export interface LegacySessionOptions {
  id: string;
  /** Who opened it. */
  owner: string;
  open: (toClient: InterceptorOptions['toClient']) => Interceptor;
  /** Does the upstream say to which request a message belongs? Then one without belongs to none. */
  knowsRelations: boolean;
  clock: Clock;
  /** The upstream is gone for good, or a handshake failed: the session cannot be used any more. */
  onEnded: (session: LegacySession) => void;
}

/** One client of the legacy era, with the connection to the upstream that is its own. */
export interface LegacySession {
  /** Secret: of those who are the same to the gateway, whoever knows it is the client. */
  readonly id: string;
  /** Who opened it, and alone may use it. */
  readonly owner: string;
  /** What `initialize` agreed on; undefined before its answer. */
  readonly version: string | undefined;
  /** Are requests in flight, or a stream open? */
  readonly isBusy: boolean;
  /** When the client last sent something or ended a stream, by the clock. */
  readonly lastUsedMs: number;
  /** Is a request of this id waiting for its answer? */
  isPending(id: RequestId): boolean;
  /** Takes messages of one POST. Their answers go to `reply`; without requests there is none. */
  post(messages: readonly JsonRpcMessage[], reply: Reply | undefined, context: ClientContext): void;
  /** Takes the stream that a GET opened, in place of an older one. */
  listen(stream: SseWriter): void;
  /** The client left the reply before it was complete. */
  leave(reply: Reply): void;
  touch(): void;
  /** Ends streams, replies and the connection to the upstream. */
  end(): Promise<void>;
}

/** How long the answer to a cancelled request may still come before its reply is ended without one. */
const cancelGraceMs = 1_000;

export function createLegacySession(options: LegacySessionOptions): LegacySession {
  const { id, owner, clock, knowsRelations, onEnded } = options;
  const pending = createPendingRequests();
  let version: string | undefined;
  let stream: SseWriter | undefined;
  let lastUsedMs = clock.now();
  let hasEnded = false;

  const touch = (): void => {
    lastUsedMs = clock.now();
  };

  const respond = (response: JsonRpcResponse): void => {
    // Without an entry the client has left: an answer must not go to another stream.
    const entry = isAboutUnreadRequest(response) ? pending.takeOnly() : pending.take(response.id);
    if (entry === undefined) return;
    touch();
    entry.reply.respond({ ...response, id: entry.request.id });
    if (entry.request.method !== 'initialize') return;
    if (isErrorResponse(response)) {
      void session.end();
      return;
    }
    const agreed = asObject(response.result)?.['protocolVersion'];
    if (typeof agreed === 'string') version = agreed;
  };

  /** Every message goes to exactly one stream (MCP 2025-11-25, transports, "Multiple Connections"). */
  const deliver = (message: JsonRpcRequest | JsonRpcNotification, inReplyTo?: RequestId): boolean => {
    const asked = inReplyTo === undefined ? undefined : pending.get(inReplyTo)?.reply;
    const related = asked ?? pending.replyTo(message);
    if (related?.send(message) === true) return true;
    const streaming = pending.streaming();
    // A child does not say, but while only one request is in flight there is little doubt.
    const only = streaming.length === 1 && !knowsRelations ? streaming[0] : undefined;
    if (only?.send(message) === true || stream?.send(message) === true) return true;
    return streaming.at(-1)?.send(message) === true;
  };
  const buffer = createMessageBuffer({
    onDropped: (message) => {
      if (isRequest(message)) interceptor.fromClient(failure(message.id, 'The client has no open stream'));
    },
  });
  const interceptor = options.open((message, { inReplyTo }) => {
    if (hasEnded) return;
    if (isResponse(message)) respond(message);
    // Progress that comes late is worth nothing.
    else if (!deliver(message, inReplyTo) && message.method !== 'notifications/progress')
      buffer.push(message);
  });

  /** A cancelled request need not be answered; its reply would stay open for ever. */
  const expectNoAnswer = (requestId: unknown): void => {
    if (typeof requestId !== 'string' && typeof requestId !== 'number') return;
    const entry = pending.get(requestId);
    if (entry === undefined) return;
    clock.schedule(() => {
      if (pending.get(requestId) !== entry) return;
      pending.take(requestId);
      entry.reply.skip();
    }, cancelGraceMs);
  };
  const finish = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { request, reply } of pending.clear())
      reply.respond(failure(request.id, 'The session has ended'));
    stream?.end();
    onEnded(session);
  };
  void interceptor.closed.then(finish);

  const session: LegacySession = {
    id,
    owner,
    get version() {
      return version;
    },
    get isBusy() {
      return pending.size > 0 || stream?.isOpen === true;
    },
    get lastUsedMs() {
      return lastUsedMs;
    },
    isPending: (requestId) => pending.get(requestId) !== undefined,
    post(messages, reply, context) {
      touch();
      if (reply !== undefined) {
        for (const request of messages.filter(isRequest)) pending.add({ request, reply });
        if (reply.canStream) buffer.flush((message) => reply.send(message));
      }
      for (const message of messages) {
        interceptor.fromClient(message, context);
        if (!isResponse(message) && message.method === 'notifications/cancelled') {
          expectNoAnswer(asObject(message.params)?.['requestId']);
        }
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
      for (const { request } of pending.takeAll(reply)) {
        // To leave is not to cancel in this era, but nobody needs completions that nobody reads, nor a
        // session whose id nobody has learnt.
        if (request.method === 'completion/complete') interceptor.abandon(request.id);
        if (request.method === 'initialize') void session.end();
      }
    },
    touch,
    async end() {
      finish();
      await interceptor.close();
    },
  };
  return session;
}

function failure(id: RequestId, message: string): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: { code: errorCodes.internalError, message } };
}
