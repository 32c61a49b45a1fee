import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import { createClosedState, type ClosedState } from '../closed-state.js';
import type { WireClosed } from '../connect-error.js';
import { createListeners, type Listeners } from '../listeners.js';
import type { MessageListener, NoiseListener } from '../wire.js';
import type { Exchange } from './exchange.js';
import { createHttpClient, type HttpClient } from './http-client.js';
import { createParamHeaders, type ParamHeaders } from './param-headers.js';
import { createUrlSession, type UrlSession } from './url-session.js';

export interface UrlConnectionOptions {
  url: URL;
  /** Of every request; names in lower case. */
  baseHeaders: Readonly<Record<string, string>>;
  maxMessageBytes: number;
}

/** What the messages to one URL share. */
export interface UrlConnection extends UrlConnectionOptions {
  readonly client: HttpClient;
  readonly session: UrlSession;
  readonly paramHeaders: ParamHeaders;
  /** Those whose response may still come. */
  readonly exchanges: Set<Exchange>;
  readonly state: ClosedState;
  /** Aborted at the end. */
  readonly over: AbortSignal;
  readonly messages: Listeners<Parameters<MessageListener>>;
  readonly noise: Listeners<Parameters<NoiseListener>>;
  /** Some request was answered with success: the URL speaks this transport. */
  hasSucceeded: boolean;
  /** Tells the listeners, unless the end has come. */
  deliver(message: JsonRpcMessage, inReplyTo?: RequestId): void;
  /** Cuts everything. Safe to repeat; the first cause wins. */
  end(closed: WireClosed): Promise<void>;
}

/** How much of what is not JSON-RPC is told. */
export const noiseLength = 100;

export const sessionGone: WireClosed = {
  code: 'session-gone',
  message: 'The server no longer knows the session (HTTP 404). Connect again.',
};

export function createUrlConnection(options: UrlConnectionOptions): UrlConnection {
  const client = createHttpClient(options.url);
  const state = createClosedState();
  const over = new AbortController();
  const messages = createListeners<Parameters<MessageListener>>();
  const noise = createListeners<Parameters<NoiseListener>>();
  const exchanges = new Set<Exchange>();
  let ended: Promise<void> | undefined;

  const deliver = (message: JsonRpcMessage, inReplyTo?: RequestId): void => {
    if (state.current === undefined) messages.emit(message, inReplyTo === undefined ? {} : { inReplyTo });
  };

  const end = (closed: WireClosed): Promise<void> => {
    ended ??= (async () => {
      state.settle(closed);
      over.abort();
      for (const exchange of exchanges) exchange.abort.abort();
      if (closed.code === 'closed') await session.end();
      await client.destroy();
    })();
    return ended;
  };

  const session = createUrlSession({
    ...options,
    client,
    deliver,
    onJunk: (text) => noise.emit({ kind: 'http', text: text.slice(0, noiseLength) }),
    onGone: () => void end(sessionGone),
    signal: over.signal,
  });

  return {
    ...options,
    client,
    session,
    paramHeaders: createParamHeaders(),
    exchanges,
    state,
    over: over.signal,
    messages,
    noise,
    hasSucceeded: false,
    deliver,
    end,
  };
}
