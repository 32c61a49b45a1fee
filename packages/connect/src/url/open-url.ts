import { setTimeout as pause } from 'node:timers/promises';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { toConnectError } from '../connect-error.js';
import type { SendOptions, Wire } from '../wire.js';
import { createExchange, type Exchange } from './exchange.js';
import { postMessage } from './post-message.js';
import { readUrl } from './read-url.js';
import { customHeaders } from './request-headers.js';
import { createUrlConnection, type UrlConnection } from './url-connection.js';

/** A Streamable HTTP endpoint and what is sent to it. */
export interface OpenUrlOptions {
  /** `http:` or `https:`. User and password in it become basic authorization. */
  url: string;
  /** Sent with every request. Headers that the transport itself sets are ignored. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Where one message is larger, the request gets an error and the stream is cut.
   * @default 16777216
   */
  maxMessageBytes?: number;
}

const defaultMaxMessageBytes = 16 * 1024 * 1024;

/** A server that never answers `notifications/initialized` must not hold up the rest for longer. */
const initializedLimitMs = 2_000;

/**
 * Speaks JSON-RPC with a URL by Streamable HTTP, in the era that each message is of. Connects on the first
 * `send`. A network failure rejects that `send` with `unreachable` and leaves the wire open: HTTP has no
 * connection to lose.
 *
 * Legacy: the session of `initialize` is kept and ended on `close`, and after `notifications/initialized` a GET
 * stream is held open, and resumed, where the server has one. Modern: headers mirror the message.
 *
 * Source: MCP 2026-07-28 and 2025-11-25, Streamable HTTP.
 * @throws ConnectError `unreachable` where `url` is no http URL
 */
export function openUrl(options: OpenUrlOptions): Wire {
  const { url, authorization } = readUrl(options.url);
  const connection = createUrlConnection({
    url,
    baseHeaders: customHeaders([authorization, options.headers ?? {}]),
    maxMessageBytes: options.maxMessageBytes ?? defaultMaxMessageBytes,
  });
  let initialized: Promise<unknown> = Promise.resolve();

  const send = (message: JsonRpcMessage, sendOptions: SendOptions = {}): Promise<void> => {
    // Each message travels on a connection of its own, but nothing may overtake this notification.
    const sent = sendAfter(initialized, message, sendOptions, connection);
    if ('method' in message && message.method === 'notifications/initialized') {
      const limit = pause(initializedLimitMs, undefined, { ref: false });
      initialized = Promise.race([sent.catch(() => {}), limit]);
    }
    return sent;
  };

  return {
    hasExchanges: true,
    send,
    abandon: (id) => {
      for (const exchange of connection.exchanges) if (exchange.id === id) abandon(exchange);
    },
    close: () => connection.end({ code: 'closed', message: 'The connection was closed.' }),
    closed: connection.state.promise,
    onMessage: connection.messages.add,
    onNoise: connection.noise.add,
  };
}

async function sendAfter(
  before: Promise<unknown>,
  message: JsonRpcMessage,
  { signal, headers = {} }: SendOptions,
  connection: UrlConnection,
): Promise<void> {
  signal?.throwIfAborted();
  await before;
  signal?.throwIfAborted();
  const { exchanges, state } = connection;
  if (state.current !== undefined) throw toConnectError(state.current);
  const exchange = createExchange(message, headers);
  exchanges.add(exchange);
  const onAbort = (): void => abandon(exchange);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await postMessage(message, exchange, connection);
  } catch (error) {
    exchanges.delete(exchange);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
  signal?.throwIfAborted();
}

function abandon(exchange: Exchange): void {
  exchange.isAbandoned = true;
  exchange.abort.abort();
}
