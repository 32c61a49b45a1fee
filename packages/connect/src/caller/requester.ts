import {
  errorCodes,
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { createTextTail } from '../text-tail.js';
import { ConnectError, toConnectError } from '../connect-error.js';
import type { Wire } from '../wire.js';
import { RpcError } from './rpc-error.js';

export interface RequesterOptions {
  idPrefix: string | undefined;
  answersRequests: boolean;
}

interface RawRequestOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Called when the answer is no longer waited for. */
  onGivenUp?: (id: RequestId, reason: 'timeout' | 'abort') => void;
}

/** Requests with ids of its own on a wire, and their answers. */
export interface Requester {
  /** Rejects with RpcError, ConnectError, or the signal's reason. */
  request(method: string, params: unknown, options: RawRequestOptions): Promise<unknown>;
  /** Rejects whatever is waited for. */
  close(): void;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The exit of a child comes a moment after the broken pipe, and says more. */
const exitLimitMs = 500;

export function createRequester(wire: Wire, options: RequesterOptions): Requester {
  const waiting = new Map<RequestId, Waiting>();
  const stderrTail = createTextTail(4 * 1024);
  let lastId = 0;

  const rejectAll = (error: ConnectError): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const stopMessages = wire.onMessage((message) => {
    if (isResponse(message)) settle(waiting, message);
    else if (isRequest(message) && options.answersRequests) {
      // A peer that has gone needs no answer.
      wire.send(answerTo(message.id, message.method)).catch(() => {});
    }
  });
  const stopNoise = wire.onNoise(({ kind, text }) => {
    if (kind === 'stderr-line') stderrTail.add(text);
  });
  void wire.closed.then((closed) => rejectAll(toConnectError(closed)));

  return {
    request: (method, params, { timeoutMs, signal, onGivenUp }) =>
      new Promise((resolvePromise, rejectPromise) => {
        signal?.throwIfAborted();
        lastId += 1;
        const id = options.idPrefix === undefined ? lastId : `${options.idPrefix}${lastId}`;
        const done = (): void => {
          waiting.delete(id);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const reject = (error: unknown): void => {
          done();
          rejectPromise(error instanceof Error ? error : new Error('Aborted', { cause: error }));
        };
        const onAbort = (): void => {
          reject(signal?.reason);
          onGivenUp?.(id, 'abort');
        };
        const timer = setTimeout(() => {
          const message = `The server did not answer ${JSON.stringify(method)} within ${timeoutMs} ms.`;
          reject(new ConnectError('timeout', message, { stderrTail: stderrTail.text() }));
          onGivenUp?.(id, 'timeout');
        }, timeoutMs);
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.set(id, {
          resolve: (result) => {
            done();
            resolvePromise(result);
          },
          reject,
        });
        const message: JsonRpcMessage = { jsonrpc: '2.0', id, method };
        wire
          .send(params === undefined ? message : { ...message, params })
          .catch(async (error: unknown) => reject(await explained(error, wire)));
      }),
    close: () => {
      stopMessages();
      stopNoise();
      rejectAll(new ConnectError('closed', 'The connection was closed.'));
    },
  };
}

function settle(waiting: ReadonlyMap<RequestId, Waiting>, message: JsonRpcMessage): void {
  if (isErrorResponse(message)) {
    if (message.id !== null) waiting.get(message.id)?.reject(new RpcError(message.error));
  } else if (isResponse(message)) {
    waiting.get(message.id)?.resolve(message.result);
  }
}

function answerTo(id: RequestId, method: string): JsonRpcMessage {
  return method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: errorCodes.methodNotFound, message: 'Method not found' } };
}

async function explained(error: unknown, wire: Wire): Promise<unknown> {
  if (!(error instanceof ConnectError) || error.code !== 'exited' || error.closed !== undefined) return error;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, exitLimitMs, undefined);
  });
  const closed = await Promise.race([wire.closed, late]);
  clearTimeout(timer);
  return closed === undefined ? error : toConnectError(closed, error);
}
