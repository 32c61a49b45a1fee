import type { JsonRpcMessage, JsonRpcRequest, RequestId } from '@mcp-typeahead/protocol';
import {
  eraOf,
  errorCodes,
  isErrorResponse,
  isRequest,
  legacyVersions,
  modernVersions,
} from '@mcp-typeahead/protocol';
import { ownerOf, type Identity } from '../../auth/identity.js';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import type { HttpExchange } from './http-exchange.js';
import { sendEmpty, sendRefusal } from './http-exchange.js';
import { createLegacySession } from './legacy-session.js';
import type { LegacySession } from './legacy-session.js';
import type { HttpPost } from './http-post.js';
import { readAccept } from './media-types.js';
import { unsupportedVersion } from './modern-headers.js';
import type { Refusal } from './refusal.js';
import { httpErrorCodes, refuse } from './refusal.js';
import { createReply } from './reply.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';
import { createSessionTable } from './session-table.js';
import { openSse } from './sse-writer.js';

/** Protocol revisions up to 2025-11-25: sessions, a GET stream, DELETE. */
export interface LegacyEndpoint {
  initialize(message: JsonRpcRequest, post: HttpPost): void;
  post(messages: readonly JsonRpcMessage[], isBatch: boolean, post: HttpPost): void;
  get(exchange: HttpExchange, identity: Identity): void;
  delete(exchange: HttpExchange, identity: Identity): void;
  close(): Promise<void>;
}

/** Batches existed in one revision only. */
const batchVersion = '2025-03-26';
const retryAfterS = 5;

export function createLegacyEndpoint(route: Route, options: ResolvedHttpOptions, log: Log): LegacyEndpoint {
  const { clock, heartbeatMs } = options;
  const sessions = createSessionTable(options);

  /**
   * The session that a request names, or why it is not served: nothing else happens before this is known. Somebody else's is
   * as good as none.
   */
  const find = (
    exchange: HttpExchange,
    identity: Identity,
  ): { session: LegacySession } | { refusal: Refusal } => {
    const { headers } = exchange.req;
    const id = headers['mcp-session-id'];
    const version = headers['mcp-protocol-version'];
    const named = typeof id === 'string' ? sessions.get(id) : undefined;
    const session = named?.owner === ownerOf(identity) ? named : undefined;
    if (id !== undefined && session === undefined) {
      const message = 'Session not found; send initialize without Mcp-Session-Id to start a new one';
      return { refusal: refuse(404, message, { code: httpErrorCodes.sessionNotFound }) };
    }
    if (typeof version === 'string' && eraOf(version) === undefined) {
      return { refusal: unsupportedVersion(version, [...modernVersions, ...legacyVersions]) };
    }
    if (session !== undefined) return { session };
    return { refusal: refuse(400, 'Mcp-Session-Id is missing; send initialize to start a session') };
  };
  const open = (identity: Identity): LegacySession | undefined =>
    sessions.add((id) =>
      createLegacySession({
        id,
        owner: ownerOf(identity),
        clock,
        open: (toClient) => route.openSession(toClient),
        knowsRelations: route.upstream.kind === 'url',
        onEnded: (session) => sessions.remove(session),
      }),
    );
  const serve = (
    session: LegacySession,
    messages: readonly JsonRpcMessage[],
    post: HttpPost,
    isBatch: boolean,
  ): void => {
    const requests = messages.filter(isRequest);
    if (requests.length === 0) {
      session.post(messages, undefined, post.context);
      sendEmpty(post.exchange, 202);
      return;
    }
    const reply = createReply({
      exchange: post.exchange,
      accepts: post.accepts,
      heartbeatMs,
      expected: requests.length,
      isBatch,
      onGone: () => session.leave(reply),
      onAnswer: (response) => {
        if (isErrorResponse(response)) post.exchange.res.removeHeader('Mcp-Session-Id');
      },
    });
    session.post(messages, reply, post.context);
  };

  return {
    initialize(message, post) {
      const session = open(post.context);
      if (session === undefined) {
        log.warn('no room for another session', { sessions: sessions.size });
        const more = {
          code: errorCodes.internalError,
          id: message.id,
          headers: { 'Retry-After': String(retryAfterS) },
        };
        sendRefusal(post.exchange, refuse(503, 'Too many sessions; try again later', more));
        return;
      }
      post.exchange.res.setHeader('Mcp-Session-Id', session.id);
      serve(session, [message], post, false);
      log.debug('session opened', { sessions: sessions.size });
    },
    post(messages, isBatch, post) {
      const found = find(post.exchange, post.context);
      const refusal = 'refusal' in found ? found.refusal : checkMessages(found.session, messages, isBatch);
      if (refusal !== undefined) sendRefusal(post.exchange, withId(refusal, messages, isBatch));
      else if ('session' in found) serve(found.session, messages, post, isBatch);
    },
    get(exchange, identity) {
      const found = find(exchange, identity);
      if ('refusal' in found) sendRefusal(exchange, found.refusal);
      else if (!readAccept(exchange.req.headers.accept).sse) {
        sendRefusal(
          exchange,
          refuse(406, 'A GET opens an event stream; Accept must allow text/event-stream'),
        );
      } else {
        exchange.detach();
        exchange.res.once('close', () => found.session.touch());
        found.session.listen(openSse(exchange.res, { clock, heartbeatMs }));
      }
    },
    delete(exchange, identity) {
      const found = find(exchange, identity);
      if ('refusal' in found) {
        sendRefusal(exchange, found.refusal);
        return;
      }
      sessions.remove(found.session);
      void found.session.end();
      sendEmpty(exchange, 204);
      log.debug('session deleted', { sessions: sessions.size });
    },
    async close() {
      sessions.stop();
      await Promise.all(sessions.all().map((session) => session.end()));
    },
  };
}

function checkMessages(
  session: LegacySession,
  messages: readonly JsonRpcMessage[],
  isBatch: boolean,
): Refusal | undefined {
  if (isBatch && session.version !== batchVersion) {
    return refuse(400, `Batches exist in protocol version ${batchVersion} only`);
  }
  const seen = new Set<RequestId>();
  for (const message of messages) {
    if (!isRequest(message)) continue;
    if (seen.has(message.id) || session.isPending(message.id)) {
      return refuse(400, 'A request with this id is still waiting for its answer');
    }
    seen.add(message.id);
  }
  return undefined;
}

/** Names the request that a refusal answers, where there is just one. */
function withId(refusal: Refusal, messages: readonly JsonRpcMessage[], isBatch: boolean): Refusal {
  const [message] = messages;
  if (isBatch || message === undefined || !isRequest(message)) return refusal;
  return { ...refusal, id: message.id };
}
