import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import type { HttpClient, HttpResponse } from './http-client.js';
import { listen } from './listen.js';
import { mediaType } from './read-body.js';
import { connectionHeaders, customHeaders } from './request-headers.js';

export interface UrlSessionOptions {
  client: HttpClient;
  baseHeaders: Readonly<Record<string, string>>;
  deliver: (message: JsonRpcMessage) => void;
  onJunk: (text: string) => void;
  onGone: () => void;
  maxMessageBytes: number;
  /** Aborted when the wire has ended. */
  signal: AbortSignal;
}

/** What a connection has agreed on with the server: in the legacy era a session, in both a version. */
export interface UrlSession {
  /** Of the session. Undefined before `initialize`, in the modern era, and with servers that keep none. */
  id: string | undefined;
  version: string | undefined;
  /** Of the last message: what let it in (a token) lets in what the session itself sends. */
  headers: Readonly<Record<string, string>>;
  /** Goes on with an interrupted event stream after an event. Undefined where the server does not offer it. */
  resume(lastEventId: string | undefined, signal: AbortSignal): Promise<HttpResponse | undefined>;
  /** Holds the session's own event stream open, one at a time. */
  listen(): void;
  /** Tells the server that the session is no longer needed. Does not reject. */
  end(): Promise<void>;
}

const endLimitMs = 2_000;

export function createUrlSession(options: UrlSessionOptions): UrlSession {
  const { client, baseHeaders, signal: over } = options;
  let listening: AbortController | undefined;
  const ownHeaders = (): Record<string, string> => ({
    ...customHeaders([session.headers, baseHeaders]),
    ...connectionHeaders({ session: session.id, version: session.version }),
  });
  const get = (lastEventId: string | undefined, signal: AbortSignal): Promise<HttpResponse> =>
    client.request({
      method: 'GET',
      headers: {
        ...ownHeaders(),
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal,
    });
  const session: UrlSession = {
    id: undefined,
    version: undefined,
    headers: {},
    resume: async (lastEventId, signal) => {
      const response = await get(lastEventId, signal);
      if (response.statusCode === 200 && mediaType(response) === 'text/event-stream') return response;
      await response.body.dump();
      return undefined;
    },
    listen: () => {
      listening?.abort();
      listening = new AbortController();
      const signal = AbortSignal.any([listening.signal, over]);
      void listen({
        get: (lastEventId) => get(lastEventId, signal),
        deliver: options.deliver,
        onJunk: options.onJunk,
        onGone: options.onGone,
        maxMessageBytes: options.maxMessageBytes,
        signal,
      });
    },
    end: async () => {
      if (session.id === undefined) return;
      try {
        const response = await client.request({
          method: 'DELETE',
          headers: ownHeaders(),
          signal: AbortSignal.timeout(endLimitMs),
        });
        await response.body.dump();
      } catch {
        // The server ends it by itself, sooner or later.
      }
    },
  };
  return session;
}
