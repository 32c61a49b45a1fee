import {
  isRequest,
  isResponse,
  metaKeys,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { asObject, metaOf, withMeta } from '../json-object.js';
import { cancelledBy } from './cancelled-notification.js';
import { isAboutUnreadRequest } from './unread-request.js';

/** A request of one view that the upstream has not answered yet. */
export interface Exchange {
  /** As the client chose it. */
  readonly id: RequestId;
  readonly deliver: (message: JsonRpcMessage) => void;
}

interface Entry {
  exchange: Exchange;
  isListen: boolean;
  wantsLogs: boolean;
  progressToken: unknown;
}

interface Delivery {
  exchange: Exchange;
  message: JsonRpcMessage;
}

/** Translates between the ids that clients chose and the numbers that a shared upstream sees. */
export interface ExchangeTable {
  /** Takes up a request. Returns it as the upstream shall see it. */
  toUpstream(message: JsonRpcRequest, exchange: Exchange): JsonRpcRequest;
  /**
   * Whose a message of the upstream is, and what its client shall see. Undefined if it is nobody's.
   * `inReplyTo` is the number of the request whose HTTP response brought it.
   */
  fromUpstream(message: JsonRpcMessage, inReplyTo?: RequestId): Delivery | undefined;
  /** Forgets an exchange. Returns its number; undefined if it is over. */
  remove(exchange: Exchange): number | undefined;
  /** Forgets and returns all. */
  clear(): Exchange[];
}

/**
 * On stdio, a modern server marks what belongs to a subscription with its `subscriptionId` and progress with
 * its token; a log message or an unknown notification bears no mark. Such a one is delivered where only one
 * open request can have caused it, and dropped otherwise: on the wrong response it would be a lie.
 *
 * Sources: MCP 2026-07-28, basic/patterns/subscriptions, basic/patterns/progress, server/utilities/logging.
 */
export function createExchangeTable(): ExchangeTable {
  const entries = new Map<number, Entry>();
  let count = 0;

  const fromResponse = (message: JsonRpcResponse): Delivery | undefined => {
    const id = isAboutUnreadRequest(message) ? onlyId() : message.id;
    const entry = entryOf(id);
    if (entry === undefined) return undefined;
    entries.delete(id as number);
    const { exchange, isListen } = entry;
    const restored = { ...message, id: exchange.id };
    if (!isListen || !('result' in restored)) return { exchange, message: restored };
    if (metaOf(restored.result)?.[metaKeys.subscriptionId] === undefined)
      return { exchange, message: restored };
    return { exchange, message: { ...restored, result: withSubscription(restored.result, exchange.id) } };
  };

  const fromNotification = (
    message: JsonRpcNotification,
    inReplyTo: RequestId | undefined,
  ): Delivery | undefined => {
    const { method, params } = message;
    const subscription = metaOf(params)?.[metaKeys.subscriptionId];
    if (subscription !== undefined) {
      const entry = entryOf(subscription);
      if (entry === undefined) return undefined;
      const { exchange } = entry;
      return { exchange, message: { ...message, params: withSubscription(params, exchange.id) } };
    }
    if (method === 'notifications/progress') {
      const entry = entryOf(asObject(params)?.['progressToken']);
      if (entry === undefined) return undefined;
      const { exchange, progressToken } = entry;
      return { exchange, message: { ...message, params: { ...asObject(params), progressToken } } };
    }
    if (method === 'notifications/cancelled') {
      const id = cancelledBy(message);
      const entry = entryOf(id);
      if (entry === undefined) return undefined;
      entries.delete(id as number);
      const { exchange } = entry;
      return { exchange, message: { ...message, params: { ...asObject(params), requestId: exchange.id } } };
    }
    const exchange = entryOf(inReplyTo)?.exchange ?? onlyOpen(method === 'notifications/message');
    return exchange === undefined ? undefined : { exchange, message };
  };

  const entryOf = (id: unknown): Entry | undefined => (typeof id === 'number' ? entries.get(id) : undefined);

  const onlyId = (): number | undefined => (entries.size === 1 ? entries.keys().next().value : undefined);

  const onlyOpen = (mustWantLogs: boolean): Exchange | undefined => {
    const open = [...entries.values()].filter(
      (entry) => !entry.isListen && (!mustWantLogs || entry.wantsLogs),
    );
    return open.length === 1 ? open[0]?.exchange : undefined;
  };

  return {
    toUpstream(message, exchange) {
      count += 1;
      const meta = metaOf(message.params);
      const progressToken = meta?.['progressToken'];
      entries.set(count, {
        exchange,
        isListen: message.method === 'subscriptions/listen',
        wantsLogs: meta?.[metaKeys.logLevel] !== undefined,
        progressToken,
      });
      if (progressToken === undefined) return { ...message, id: count };
      return { ...message, id: count, params: withMeta(message.params, 'progressToken', count) };
    },
    fromUpstream(message, inReplyTo) {
      if (isResponse(message)) return fromResponse(message);
      return isRequest(message) ? undefined : fromNotification(message, inReplyTo);
    },
    remove(exchange) {
      for (const [id, entry] of entries) {
        if (entry.exchange !== exchange) continue;
        entries.delete(id);
        return id;
      }
      return undefined;
    },
    clear() {
      const exchanges = [...entries.values()].map((entry) => entry.exchange);
      entries.clear();
      return exchanges;
    },
  };
}

function withSubscription(value: unknown, id: RequestId): Record<string, unknown> {
  return withMeta(value, metaKeys.subscriptionId, id);
}
