import {
  createListeners,
  type MessageListener,
  type NoiseListener,
  type SendOptions,
  type Wire,
  type WireClosed,
} from '@mcp-typeahead/connect';
import {
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type RequestId,
} from '@mcp-typeahead/protocol';
import type { Log } from '../log.js';
import { createBackoff, type BackoffOptions } from './backoff.js';
import { cancelledBy, cancelledNotification } from './cancelled-notification.js';
import { createConversationState } from './conversation-state.js';
import type { OnSendError } from './send-error-log.js';
import { failureCode, upstreamFailure, upstreamUnavailable } from './upstream-failure.js';
import type { Phase, Replaying, Waiting } from './session-phase.js';
import type { SessionWire } from './upstream.js';

export interface OpenSessionOptions {
  kind: 'child' | 'url';
  /** Starts a child, or connects to a URL. */
  open: () => Wire;
  log: Log;
  onSendError: OnSendError;
  /** Makes ids of requests that set a successor up. */
  nextId: () => string;
  backoff?: Partial<BackoffOptions>;
  /** How long a successor may take to answer the repeated `initialize`. @default 30000 */
  handshakeMs?: number;
  /** Starts in a row that may fail before the next one waits for a request of the client. @default 5 */
  maxUnaskedStarts?: number;
}

const closedHere: WireClosed = { code: 'closed', message: 'The connection was closed.' };
const initialized: JsonRpcNotification = { jsonrpc: '2.0', method: 'notifications/initialized' };
/** Bounds what is kept for a successor that takes its time. */
const maxQueued = 1_000;

/**
 * A connection that outlives what is behind it.
 *
 *     ready ──ends──▶ waiting ──back-off──▶ replaying ──initialize answered──▶ ready
 *                        ▲                      │
 *                        └─────────ends─────────┘
 *
 * In `waiting`, requests get `-32603` at once. Where there is no `initialize` to repeat, `replaying` is skipped.
 */
export function openSession(options: OpenSessionOptions): SessionWire {
  const { kind, open, log, nextId, handshakeMs = 30_000, maxUnaskedStarts = 5 } = options;
  const messages = createListeners<Parameters<MessageListener>>();
  const noise = createListeners<Parameters<NoiseListener>>();
  const restarts = createListeners<[unknown]>();
  const conversation = createConversationState();
  const backoff = createBackoff(options.backoff);
  /** Requests that set a successor up: their answers are nobody's. */
  const setUpIds = new Set<RequestId>();
  let timer: NodeJS.Timeout | undefined;
  /** The end of the last wire and of everything that it started. */
  let ending: Promise<void> = Promise.resolve();
  /** Headers that let the client in let its `initialize` in again. */
  let lastOptions: SendOptions = {};
  let hasSpoken = false;
  let isPaused = false;
  let failedStarts = 0;
  let settle: (closed: WireClosed) => void;
  const closed = new Promise<WireClosed>((resolve) => {
    settle = resolve;
  });

  const toClient = (message: JsonRpcMessage): void => messages.emit(message, {});

  const attach = (wire: Wire): Wire => {
    wire.onMessage((message, context) => {
      hasSpoken = true;
      if (
        phase.is === 'replaying' &&
        phase.wire === wire &&
        isResponse(message) &&
        message.id === phase.initializeId
      ) {
        onReplayed(phase, message);
        return;
      }
      if (isResponse(message)) {
        if (message.id !== null && setUpIds.delete(message.id)) return;
        failedStarts = 0;
        backoff.succeeded();
      }
      conversation.fromUpstream(message);
      messages.emit(message, context);
    });
    wire.onNoise(noise.emit);
    if (isPaused) wire.pause?.();
    void wire.closed.then((reason) => onEnded(wire, reason));
    backoff.started();
    return wire;
  };

  const start = (): void => {
    const wire = attach(open());
    const { replay } = conversation;
    if (replay === undefined) {
      phase = { is: 'ready', wire };
      log.info('upstream restarted');
      restarts.emit(undefined);
      return;
    }
    const initializeId = nextId();
    phase = { is: 'replaying', wire, initializeId, queue: [] };
    timer = setTimeout(() => void wire.close(), handshakeMs);
    wire
      .send({ jsonrpc: '2.0', id: initializeId, method: 'initialize', params: replay.params }, lastOptions)
      .catch(() => void wire.close());
  };

  const onReplayed = ({ wire, queue }: Replaying, answer: JsonRpcMessage): void => {
    clearTimeout(timer);
    if (!('result' in answer)) {
      log.warn('restarted upstream refused the handshake');
      void wire.close();
      return;
    }
    phase = { is: 'ready', wire };
    setUp(wire);
    log.info('upstream restarted');
    restarts.emit(answer.result);
    for (const { message, options: sendOptions } of queue) void post(wire, message, sendOptions);
  };

  /** Brings the successor into the state that the client believes it to be in. */
  const setUp = (wire: Wire): void => {
    const { replay } = conversation;
    if (replay?.initialized !== true) return;
    void post(wire, initialized, lastOptions);
    for (const { method, params } of replay.lasting) {
      const id = nextId();
      setUpIds.add(id);
      void post(wire, { jsonrpc: '2.0', id, method, params }, lastOptions);
    }
  };

  const onEnded = (wire: Wire, reason: WireClosed): void => {
    if (phase.is === 'closed' || phase.is === 'waiting' || phase.wire !== wire) return;
    clearTimeout(timer);
    const { code, message, exitCode, signal } = reason;
    log.warn('upstream ended', { code, reason: message, exitCode, signal });
    const notBefore = Date.now() + backoff.ended();
    failedStarts += 1;
    const isFinal = code === 'http-sse-unsupported' || (code === 'spawn-failed' && !hasSpoken);
    // What has never spoken is broken, and what fails again and again too: nobody needs it started unasked.
    const isIdle = !hasSpoken || failedStarts > maxUnaskedStarts;
    // What is left of it (a grandchild) has to be gone before its successor starts.
    const waiting: Waiting = { is: 'waiting', notBefore: Number.POSITIVE_INFINITY, isIdle };
    phase = isFinal ? { is: 'closed', reason } : waiting;
    setUpIds.clear();
    const { clientRequests, upstreamRequests } = conversation.interrupt();
    for (const id of clientRequests) toClient(upstreamFailure(id, code));
    for (const id of upstreamRequests) toClient(cancelledNotification(id, 'The server ended'));
    if (isFinal) {
      settle(reason);
      return;
    }
    ending = wire.close();
    void ending.then(() => {
      if (phase !== waiting) return;
      waiting.notBefore = notBefore;
      if (isIdle) return;
      const startIfWaiting = (): void => {
        if (phase === waiting) start();
      };
      timer = setTimeout(startIfWaiting, Math.max(0, notBefore - Date.now()));
    });
  };

  /** Never rejects: a request that could not go out is answered. */
  const post = async (wire: Wire, message: JsonRpcMessage, sendOptions: SendOptions = {}): Promise<void> => {
    try {
      await wire.send(message, sendOptions);
    } catch (error) {
      options.onSendError(error);
      refuse(message, (id) => upstreamFailure(id, failureCode(error)));
    }
  };

  const refuse = (message: JsonRpcMessage, answer: (id: RequestId) => JsonRpcMessage): void => {
    if (isRequest(message) && conversation.settle(message.id)) toClient(answer(message.id));
  };

  const send = async (message: JsonRpcMessage, sendOptions: SendOptions = {}): Promise<void> => {
    if (!conversation.fromClient(message)) return;
    if (sendOptions.headers !== undefined) lastOptions = { headers: sendOptions.headers };
    if (phase.is === 'waiting' && phase.isIdle && Date.now() >= phase.notBefore) start();
    const current = phase;
    switch (current.is) {
      case 'ready': {
        const cancelled = cancelledBy(message);
        // In the modern era an HTTP request is cancelled by closing its response.
        if (cancelled !== undefined && kind === 'url' && conversation.replay === undefined) {
          current.wire.abandon(cancelled);
        } else await post(current.wire, message, sendOptions);
        return;
      }
      case 'replaying':
        if (current.queue.length < maxQueued) current.queue.push({ message, options: sendOptions });
        else refuse(message, upstreamUnavailable);
        return;
      case 'waiting':
        refuse(message, upstreamUnavailable);
        return;
      case 'closed':
        refuse(message, (id) => upstreamFailure(id, current.reason.code));
    }
  };

  const running = (): Wire | undefined => ('wire' in phase ? phase.wire : undefined);

  let phase: Phase = { is: 'ready', wire: attach(open()) };

  return {
    send,
    abandon: (id) => void send(cancelledNotification(id, 'The client no longer waits')),
    async close() {
      const current = phase;
      if (current.is === 'closed') {
        await closed;
        return;
      }
      clearTimeout(timer);
      phase = { is: 'closed', reason: closedHere };
      await (current.is === 'waiting' ? ending : current.wire.close());
      settle(closedHere);
    },
    closed,
    whenReady: () => running()?.whenReady?.(),
    pause() {
      isPaused = true;
      running()?.pause?.();
    },
    resume() {
      isPaused = false;
      running()?.resume?.();
    },
    onMessage: messages.add,
    onNoise: noise.add,
    onRestart: restarts.add,
  };
}
