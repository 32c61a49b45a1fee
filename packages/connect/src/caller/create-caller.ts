import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import type { Wire } from '../wire.js';
import { modernEnvelope, shakeHands, type Handshake, type HandshakeOptions } from './handshake.js';
import { createRequester } from './requester.js';

/** Parameters of a request or notification: an object, as MCP has it. */
export type Params = Readonly<Record<string, unknown>>;

/** How a caller numbers, waits and answers. */
export interface CallerOptions {
  /** Makes the ids strings that begin with this, for a wire on which others have ids too. @default numbers */
  idPrefix?: string;
  /**
   * Whether the peer's own requests are answered: `ping` with a result, others with -32601. False on a wire
   * on which someone else answers them.
   * @default true
   */
  answersRequests?: boolean;
  /** For each request that says nothing else. @default 60000 */
  timeoutMs?: number;
}

/** How one request is waited for. */
export interface RequestOptions {
  /** Cancels the request, also with the peer. */
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** Requests and notifications on a wire. */
export interface Caller {
  /**
   * Resolves with the result as it came. After a modern handshake `params` get the `_meta` envelope.
   *
   * @throws RpcError where the peer answers with an error
   * @throws ConnectError where it does not answer: `timeout`, or how the wire ended
   */
  request(method: string, params?: Params, options?: RequestOptions): Promise<unknown>;
  notify(method: string, params?: Params): Promise<void>;
  /** Once, before anything else. */
  handshake(options?: HandshakeOptions): Promise<Handshake>;
  /** Closes the wire too. Rejects what is still waited for with `closed`. */
  close(): Promise<void>;
}

const defaultTimeoutMs = 60_000;

/** Requests and notifications on a wire, with ids of their own. Several callers may share a wire if each has an `idPrefix`. */
export function createCaller(wire: Wire, options: CallerOptions = {}): Caller {
  const requester = createRequester(wire, {
    idPrefix: options.idPrefix,
    answersRequests: options.answersRequests ?? true,
  });
  let envelope: Params | undefined;

  const withEnvelope = (params: Params | undefined): Params | undefined =>
    envelope === undefined
      ? params
      : { ...params, _meta: { ...envelope, ...(params?.['_meta'] as Params | undefined) } };

  const cancel = (requestId: RequestId, reason: string): void => {
    wire.abandon(requestId);
    // A closed exchange is the whole of it in the modern era.
    if (envelope !== undefined && wire.hasExchanges === true) return;
    wire.send(notification('notifications/cancelled', { requestId, reason })).catch(() => {});
  };

  return {
    request: (method, params, { signal, timeoutMs } = {}) =>
      requester.request(method, withEnvelope(params), {
        timeoutMs: timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs,
        signal,
        onGivenUp: (id, reason) => cancel(id, reason === 'abort' ? 'No longer needed' : 'Timed out'),
      }),
    notify: (method, params) => wire.send(notification(method, params)),
    handshake: async (handshakeOptions = {}) => {
      const handshake = await shakeHands(wire, requester, handshakeOptions);
      if (handshake.era === 'modern') envelope = modernEnvelope(handshake.version, handshakeOptions);
      return handshake;
    },
    close: async () => {
      requester.close();
      await wire.close();
    },
  };
}

function notification(method: string, params?: Params): JsonRpcMessage {
  return params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
}
