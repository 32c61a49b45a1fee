import type { MessageContext } from '@mcp-typeahead/connect';
import {
  isNotification,
  isRequest,
  isResponse,
  toWireError,
  type CompletionRef,
  type JsonRpcErrorObject,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '@mcp-typeahead/protocol';
import type { UpstreamSession } from '../config/upstream-session.js';
import { dialectOf, legacyDialect, type Dialect } from '../dialect.js';
import { createPeer } from '../engine/create-peer.js';
import type { ConfiguredNames } from '../engine/name-review.js';
import type { Ask, Peer } from '../engine/peer.js';
import { cancelledBy } from '../upstream/cancelled-notification.js';
import { guardRequest, refOf, type Permit } from './access-guard.js';
import { answerCompletion } from './answer-completion.js';
import type { AuditedCompletion } from './audit-trail.js';
import { withEnvelope } from '../envelope.js';
import { toClientHandshake } from './handshake-result.js';
import type { ClientContext, Interceptor, InterceptorOptions } from './interceptor.js';
import { changedList, listChangesAfter } from './list-changes.js';
import { countOf, traceRequest, type AnsweredBy } from './trace-completion.js';
import { createUpstreamCaller } from './upstream-caller.js';
import { createUpstreamRequests } from './upstream-requests.js';

/** A completion that the client waits for. */
interface OpenCompletion {
  abort: AbortController;
  isForwarded: boolean;
}

/**
 * Stands between one client and one upstream. It owns the completions in a handshake and the answer to
 * `completion/complete`; every other message passes in the turn in which it came, with its own id.
 */
export function createInterceptor(options: InterceptorOptions): Interceptor {
  const { wire, engine, log, toClient } = options;
  const privatePeer = createPeer(Date.now, options.review?.see);
  const peerFor = options.peerFor ?? ((): Peer => privatePeer);
  const requests = createUpstreamRequests(wire, options.nextId);
  const completions = new Map<RequestId, OpenCompletion>();
  /** Requests under rules of access that wait for their response. */
  const guarded = new Set<RequestId>();
  let era: Dialect['era'] = 'modern';
  let isInitialized = false;
  /** Over when the handshake under way has been answered; scripted clients send what follows without waiting for it. */
  let handshake: Promise<void> = Promise.resolve();
  let lastContext: ClientContext = {};
  let reviewedNames: ConfiguredNames | undefined;

  const pass = (message: JsonRpcMessage, { headers }: ClientContext): void => {
    wire.send(message, headers === undefined ? {} : { headers }).catch(() => {
      // Wires of an `Upstream` answer what they cannot send; the end of another one shows in `closed`.
      log.debug('message could not be handed to the upstream');
    });
  };

  const respond = (response: JsonRpcResponse): void => {
    toClient(response, response.id === null ? {} : { inReplyTo: response.id });
  };

  /** `initialize` and `server/discover`: the answer is learnt from, and amended. */
  const passHandshake = (message: JsonRpcRequest, dialect: Dialect, context: ClientContext): void => {
    handshake = new Promise((resolve) => {
      requests.expect(message.id, (response) => {
        resolve();
        if (!('result' in response)) {
          respond(response);
          return;
        }
        era = dialect.era;
        peerFor(context).learn(response.result, dialect);
        respond({ ...response, result: toClientHandshake(response.result, dialect.era) });
      });
    });
    pass(message, context);
  };

  /** What is not a completion, under the rules of access; without any it passes as it came. */
  const passGuarded = (message: JsonRpcRequest, context: ClientContext): void => {
    const { access } = engine;
    const permit: Permit | undefined = access && ((ref) => access(ref, context.principal));
    if (permit !== undefined) auditRequest(message, context, permit);
    const behind = permit && guardRequest(message, permit);
    if (behind === undefined) {
      pass(message, context);
      return;
    }
    guarded.add(message.id);
    requests.expect(message.id, (response) => {
      guarded.delete(message.id);
      respond(behind.toClient(response));
    });
    pass(behind.request, context);
  };

  const auditRequest = (message: JsonRpcRequest, context: ClientContext, permit: Permit): void => {
    const ref = refOf(message);
    if (options.audit === undefined || ref === undefined) return;
    const dialect = dialectOf(message.params) ?? legacyDialect;
    const ask: Ask = (method, own) =>
      requests.ask(method, withEnvelope(own, dialect), { headers: context.headers });
    void options.audit.request({
      context,
      action: message.method,
      ref,
      isAllowed: permit(ref),
      peer: peerFor(context),
      ask: options.lastingAsk?.(dialect, context) ?? ask,
    });
  };

  /** Once for each configuration, behind the client's back: it waits for nothing and hears of nothing. */
  const reviewLists = (ask: Ask): void => {
    const { names } = engine;
    if (options.review === undefined || names === undefined || names === reviewedNames) return;
    reviewedNames = names;
    for (const kind of options.review.unseen) {
      peerFor(lastContext)
        .readList(kind, ask)
        .catch(() => {
          // The conversation has ended; another one will read it.
        });
    }
  };

  /** For slots that are completed with what the upstream has. */
  const sessionFor = (ask: Ask, dialect: Dialect, context: ClientContext): UpstreamSession => {
    const { access } = engine;
    const permit = access && ((ref: CompletionRef): boolean => access(ref, context.principal));
    const lasting = options.lastingAsk?.(dialect, context) ?? ask;
    return { id: peerFor(context).id, context: createUpstreamCaller(lasting, permit) };
  };

  const complete = async (
    message: JsonRpcRequest,
    dialect: Dialect,
    context: ClientContext,
  ): Promise<void> => {
    const { id, params } = message;
    const { headers } = context;
    const open: OpenCompletion = { abort: new AbortController(), isForwarded: false };
    const { signal } = open.abort;
    completions.set(id, open);
    const startedAt = performance.now();
    const ask: Ask = (method, own, { signal: unwanted } = {}) =>
      requests.ask(method, withEnvelope(own, dialect), { headers, signal: unwanted });
    const trace = (
      by: AnsweredBy | undefined,
      fields: { count?: number | undefined; code?: number },
    ): void => {
      const request = traceRequest({ params, peer: peerFor(context), names: engine.names });
      const ms = Math.round(performance.now() - startedAt);
      log.debug('completion', { ...request, by, ...fields, ms });
      options.audit?.completion({ context, request, ...fields, outcome });
    };
    let outcome: AuditedCompletion['outcome'];
    try {
      await Promise.race([handshake, aborted(signal)]);
      if (signal.aborted) return;
      const answer = await answerCompletion({
        onForbidden: () => (outcome = 'forbidden'),
        params,
        dialect,
        context,
        signal,
        engine,
        log,
        peer: peerFor(context),
        ask,
        session: sessionFor(ask, dialect, context),
        forward: async (deadlineMs) => {
          signal.throwIfAborted();
          open.isForwarded = true;
          const response = await requests.forward(message, { deadlineMs, signal, headers });
          open.isForwarded = false;
          return response;
        },
      });
      if (signal.aborted) return;
      if (answer.is === 'pass') {
        pass(message, context);
        trace('upstream', {});
        return;
      }
      if (answer.is === 'error') {
        respond({ jsonrpc: '2.0', id, error: answer.error });
        trace('upstream', { code: answer.error.code });
      } else {
        respond({ jsonrpc: '2.0', id, result: answer.result });
        trace(answer.by, { count: countOf(answer.result) });
      }
      reviewLists(ask);
    } catch (error) {
      if (signal.aborted) return;
      const errorObject = toErrorObject(error);
      respond({ jsonrpc: '2.0', id, error: errorObject });
      trace('gateway', { code: errorObject.code });
    } finally {
      if (signal.aborted && options.audit !== undefined) {
        outcome = 'aborted';
        trace(undefined, {});
      }
      if (completions.get(id) === open) completions.delete(id);
    }
  };

  const toErrorObject = (error: unknown): JsonRpcErrorObject => {
    const { code, message, data } = toWireError(error);
    if (!isWireError(error)) log.error('completion failed', { error: String(error) });
    return { code, message, ...(data === undefined ? {} : { data }) };
  };

  const abortCompletion = (id: RequestId): OpenCompletion | undefined => {
    const open = completions.get(id);
    completions.delete(id);
    open?.abort.abort();
    return open;
  };

  /** The upstream need not hear of the end of a request that it never saw. */
  const passNotification = (message: JsonRpcNotification, context: ClientContext): void => {
    const id = cancelledBy(message);
    const open = id === undefined ? undefined : abortCompletion(id);
    if (id !== undefined && guarded.delete(id)) requests.drop(id);
    if (open === undefined || open.isForwarded) pass(message, context);
  };

  const fromClient = (message: JsonRpcMessage, context: ClientContext = {}): void => {
    lastContext = context;
    if (isResponse(message)) {
      pass(message, context);
      return;
    }
    if (isRequest(message)) {
      fromClientRequest(message, context);
      return;
    }
    if (message.method === 'notifications/initialized') isInitialized = true;
    passNotification(message, context);
  };

  const fromClientRequest = (message: JsonRpcRequest, context: ClientContext): void => {
    const { method, params } = message;
    const dialect = dialectOf(params);
    if (method === 'initialize') passHandshake(message, legacyDialect, context);
    else if (method === 'server/discover')
      passHandshake(message, { era: 'modern', version: undefined }, context);
    // A revision that nobody here knows is the upstream's to refuse; rules of access hold before that.
    else if (method === 'completion/complete' && (dialect !== undefined || engine.access !== undefined))
      void complete(message, dialect ?? legacyDialect, context);
    else passGuarded(message, context);
  };

  const fromUpstream = (message: JsonRpcMessage, context: MessageContext): void => {
    if (isResponse(message)) {
      if (!requests.take(message)) toClient(message, context);
      return;
    }
    const list = isNotification(message) ? changedList(message.method) : undefined;
    if (list !== undefined) peerFor(lastContext).forget(list);
    toClient(message, context);
  };

  /** A successor of the upstream took over: the client's copies of its lists are stale. */
  const onRestart = (initializeResult: unknown): void => {
    const peer = peerFor(lastContext);
    const before = peer.introduction?.capabilities;
    peer.reset();
    if (initializeResult === undefined) return;
    peer.learn(initializeResult, legacyDialect);
    if (!isInitialized) return;
    for (const change of listChangesAfter(before, peer.introduction?.capabilities)) toClient(change, {});
  };

  wire.onMessage(fromUpstream);
  if ('onRestart' in wire) wire.onRestart(onRestart);

  return {
    fromClient,
    abandon(id) {
      const open = abortCompletion(id);
      // A client that disconnects does not cancel in the legacy era: its other requests run on.
      if (open === undefined ? era === 'modern' : open.isForwarded) wire.abandon(id);
    },
    async close() {
      for (const id of completions.keys()) abortCompletion(id);
      requests.close();
      await wire.close();
    },
    flow: wire,
    closed: wire.closed,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function isWireError(error: unknown): boolean {
  return error instanceof Error && error.name === 'WireError';
}
