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
  type JsonRpcNotification,
  type JsonRpcRequest,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { cancelledBy } from './cancelled-notification.js';
import type { Exchange } from './exchange-table.js';

/** What a view asks of the connection that it shares. */
export interface ViewHost {
  /** Sends a request; whatever happens, `exchange.deliver` gets one response, unless it was cancelled. */
  request(message: JsonRpcRequest, exchange: Exchange, options: SendOptions): Promise<void>;
  notify(message: JsonRpcNotification, options: SendOptions): Promise<void>;
  cancel(exchange: Exchange): void;
  onNoise: (listener: NoiseListener) => () => void;
  /** The view is closed. */
  release(): void;
}

const closedHere: WireClosed = { code: 'closed', message: 'The connection was closed.' };

/** One client's view of a shared connection. Closing it cancels what it still waits for. */
export function openView(host: ViewHost): Wire {
  const messages = createListeners<Parameters<MessageListener>>();
  const exchanges = new Map<RequestId, Exchange>();
  let isOpen = true;
  let settle: (closed: WireClosed) => void;
  const closed = new Promise<WireClosed>((resolve) => {
    settle = resolve;
  });

  const request = async (message: JsonRpcRequest, options: SendOptions): Promise<void> => {
    const exchange: Exchange = {
      id: message.id,
      deliver: (delivered) => {
        if (exchanges.get(message.id) !== exchange) return;
        if (isResponse(delivered)) exchanges.delete(message.id);
        messages.emit(delivered, { inReplyTo: message.id });
      },
    };
    exchanges.set(message.id, exchange);
    await host.request(message, exchange, options);
  };

  const abandon = (id: RequestId): void => {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    exchanges.delete(id);
    host.cancel(exchange);
  };

  return {
    async send(message, options = {}) {
      // The modern era has no responses of the client: the server asks nothing.
      if (!isOpen || isResponse(message)) return;
      if (isRequest(message)) {
        await request(message, options);
        return;
      }
      const cancelled = cancelledBy(message);
      if (cancelled === undefined) await host.notify(message, options);
      else abandon(cancelled);
    },
    abandon,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      for (const id of exchanges.keys()) abandon(id);
      host.release();
      settle(closedHere);
    },
    closed,
    onMessage: messages.add,
    onNoise: host.onNoise,
  };
}
