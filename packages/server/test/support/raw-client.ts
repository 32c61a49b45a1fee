import type { JsonRpcMessage, JsonRpcResponse, RequestId } from '@mcp-typeahead/protocol';
import { isResponse } from '@mcp-typeahead/protocol';

/** What both SDKs' `InMemoryTransport` has. */
interface Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

export interface RawClient {
  /** Sends exactly this. `options` are the transport's, for example `authInfo`. */
  send(message: object, options?: object): Promise<void>;
  /** Sends a request and waits for what answers its id. */
  request(method: string, params?: unknown, id?: RequestId): Promise<JsonRpcResponse>;
  /** `completion/complete` */
  complete(params: unknown, id?: RequestId): Promise<JsonRpcResponse>;
  /** Everything received so far, as the wire would carry it. */
  readonly received: JsonRpcMessage[];
  close(): Promise<void>;
}

/** Speaks JSON-RPC itself: an SDK client would repair, or refuse to send, what the tests are about. */
export async function createRawClient(transport: Transport): Promise<RawClient> {
  const received: JsonRpcMessage[] = [];
  const waiting = new Map<RequestId, (response: JsonRpcResponse) => void>();
  let lastId = 1_000;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's transport has no other
  transport.onmessage = (raw) => {
    // Through JSON, as on a wire: `undefined` members vanish, nulls stay.
    const message = JSON.parse(JSON.stringify(raw)) as JsonRpcMessage;
    received.push(message);
    if (isResponse(message) && message.id !== null) waiting.get(message.id)?.(message);
  };
  await transport.start();
  const client: RawClient = {
    received,
    send: (message, options) =>
      transport.send(JSON.parse(JSON.stringify(message)) as never, options as never),
    request: async (method, params, id = (lastId += 1)) => {
      const response = new Promise<JsonRpcResponse>((resolve) => {
        waiting.set(id, resolve);
      });
      await client.send({ jsonrpc: '2.0', id, method, params });
      return response;
    },
    complete: (params, id) => client.request('completion/complete', params, id),
    close: () => transport.close(),
  };
  return client;
}

/** `values` of a completion's response. */
export function valuesOf(response: JsonRpcResponse): string[] {
  return completionOf(response).values;
}

export function completionOf(response: JsonRpcResponse): {
  values: string[];
  total?: number;
  hasMore?: boolean;
} {
  if ('error' in response)
    throw new Error(`an error came instead of values: ${JSON.stringify(response.error)}`);
  return (response.result as { completion: { values: string[]; total?: number; hasMore?: boolean } })
    .completion;
}

export function errorOf(response: JsonRpcResponse): { code: number; message: string; data?: unknown } {
  if ('result' in response)
    throw new Error(`a result came instead of an error: ${JSON.stringify(response.result)}`);
  return response.error;
}

export function promptParams(
  name: string,
  argument: string,
  value = '',
  context?: Record<string, string>,
): object {
  return {
    ref: { type: 'ref/prompt', name },
    argument: { name: argument, value },
    ...(context === undefined ? {} : { context: { arguments: context } }),
  };
}

export function resourceParams(
  uri: string,
  argument: string,
  value = '',
  context?: Record<string, string>,
): object {
  return {
    ref: { type: 'ref/resource', uri },
    argument: { name: argument, value },
    ...(context === undefined ? {} : { context: { arguments: context } }),
  };
}
