import {
  createListeners,
  type MessageContext,
  type NoiseListener,
  type SendOptions,
  type Wire,
  type WireClosed,
} from '@mcp-typeahead/connect';
import {
  errorCodes,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcRequest,
} from '@mcp-typeahead/protocol';
import type { Log } from '../log.js';
import { createBackoff, type BackoffOptions } from './backoff.js';
import { cancelledNotification } from './cancelled-notification.js';
import { createExchangeTable, type Exchange } from './exchange-table.js';
import { openView } from './open-view.js';
import type { OnSendError } from './send-error-log.js';
import { failureCode, upstreamFailure, upstreamUnavailable } from './upstream-failure.js';

export interface SharedWireOptions {
  kind: 'child' | 'url';
  open: () => Wire;
  log: Log;
  onSendError: OnSendError;
  backoff?: Partial<BackoffOptions>;
  /** One that nobody uses is closed after this. @default 300000 */
  idleMs?: number;
}

/** One connection to a modern upstream that many exchanges use at a time, as if each had one of its own. */
export interface SharedWire {
  /** A view: what one sends and receives, the others never see. */
  openView(): Wire;
  /** An upstream is there, as far as one knows. */
  readonly isRunning: boolean;
  /** Counts the upstreams that have ended: what was learnt of one need not hold for the next. */
  readonly generation: number;
  close(): Promise<void>;
}

/**
 * The upstream sees one client: ids, progress tokens and subscription ids are replaced by numbers of our own, so
 * that exchanges that all chose id 1 do not meet. The connection is opened by the first request, again by the
 * first one after it ended (with back-off), and closed when it has been idle.
 */
export function createSharedWire(options: SharedWireOptions): SharedWire {
  const { kind, open, log, idleMs = 300_000 } = options;
  const backoff = createBackoff(options.backoff);
  const table = createExchangeTable();
  const noise = createListeners<Parameters<NoiseListener>>();
  /** Requests that wait for the upstream to be started. */
  const waiting = new Set<Exchange>();
  let current: Wire | undefined;
  let ending: Promise<void> = Promise.resolve();
  let notBefore = 0;
  let generation = 0;
  let views = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const start = (): Wire => {
    const wire = open();
    current = wire;
    backoff.started();
    wire.onMessage((message, context) => onMessage(wire, message, context));
    wire.onNoise(noise.emit);
    void wire.closed.then((closed) => onEnded(wire, closed));
    return wire;
  };

  const onMessage = (wire: Wire, message: JsonRpcMessage, context: MessageContext): void => {
    if (isRequest(message)) {
      // The modern era has no requests of the server; left unanswered, it might wait for ever.
      const error = { code: errorCodes.methodNotFound, message: 'Method not found' };
      wire.send({ jsonrpc: '2.0', id: message.id, error }).catch(() => {});
      return;
    }
    if (isResponse(message)) backoff.succeeded();
    const delivery = table.fromUpstream(message, context.inReplyTo);
    if (delivery === undefined) log.debug('message of the upstream belongs to no exchange');
    else delivery.exchange.deliver(delivery.message);
  };

  const onEnded = (wire: Wire, closed: WireClosed): void => {
    if (current !== wire) return;
    current = undefined;
    generation += 1;
    notBefore = Date.now() + backoff.ended();
    ending = wire.close();
    log.warn('upstream ended', { code: closed.code, reason: closed.message, exitCode: closed.exitCode });
    failAll(closed.code);
  };

  const failAll = (code: WireClosed['code']): void => {
    for (const exchange of table.clear()) exchange.deliver(upstreamFailure(exchange.id, code));
  };

  /** The open connection; undefined while the next start is being waited for. */
  const running = async (): Promise<Wire | undefined> => {
    if (current !== undefined) return current;
    if (isClosed || Date.now() < notBefore) return undefined;
    await ending;
    return isClosed ? undefined : (current ?? start());
  };

  const endIdle = (): void => {
    const idle = current;
    current = undefined;
    generation += 1;
    if (idle !== undefined) ending = idle.close();
  };

  const request = async (
    message: JsonRpcRequest,
    exchange: Exchange,
    sendOptions: SendOptions,
  ): Promise<void> => {
    waiting.add(exchange);
    const wire = await running();
    // Cancelled before it could go out.
    if (!waiting.delete(exchange)) return;
    if (wire === undefined) {
      exchange.deliver(upstreamUnavailable(exchange.id));
      return;
    }
    try {
      await wire.send(table.toUpstream(message, exchange), sendOptions);
    } catch (error) {
      options.onSendError(error);
      if (table.remove(exchange) !== undefined) {
        exchange.deliver(upstreamFailure(exchange.id, failureCode(error)));
      }
    }
  };

  const cancel = (exchange: Exchange): void => {
    if (waiting.delete(exchange)) return;
    const id = table.remove(exchange);
    if (id === undefined || current === undefined) return;
    if (kind === 'url') current.abandon(id);
    else current.send(cancelledNotification(id, 'The client no longer waits')).catch(() => {});
  };

  return {
    openView() {
      views += 1;
      clearTimeout(idleTimer);
      return openView({
        request,
        notify: async (message, sendOptions) => {
          await current?.send(message, sendOptions).catch(() => {});
        },
        cancel,
        onNoise: noise.add,
        release() {
          views -= 1;
          if (views > 0 || isClosed) return;
          idleTimer = setTimeout(endIdle, idleMs);
          idleTimer.unref();
        },
      });
    },
    get isRunning() {
      return current !== undefined;
    },
    get generation() {
      return generation;
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      const last = current;
      current = undefined;
      failAll('closed');
      await (last === undefined ? ending : last.close());
    },
  };
}
