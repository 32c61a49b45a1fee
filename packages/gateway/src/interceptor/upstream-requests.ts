import type { Wire } from '@mcp-typeahead/connect';
import {
  isErrorResponse,
  type JsonRpcRequest,
  type JsonRpcResponse,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { AskError } from '../engine/ask-error.js';
import { upstreamFailure } from '../upstream/upstream-failure.js';

export interface ForwardOptions {
  deadlineMs: number;
  signal: AbortSignal;
  headers: Record<string, string> | undefined;
}

export interface AskOptions {
  headers?: Record<string, string> | undefined;
  /** Nobody wants the answer any longer: the upstream is told. */
  signal?: AbortSignal | undefined;
}

/** Requests to the upstream whose responses the client does not get as they come. */
export interface UpstreamRequests {
  /** Sees the response to this request before anybody else does, in the turn in which it arrives. */
  expect(id: RequestId, onResponse: (response: JsonRpcResponse) => void): void;
  /**
   * Sends a client's request under its own id. Undefined if no response came in time (then the upstream is
   * told) or the signal gave up (then whoever did tells it); a late response is dropped.
   */
  forward(request: JsonRpcRequest, options: ForwardOptions): Promise<JsonRpcResponse | undefined>;
  /** A request of the gateway itself. @throws AskError */
  ask(method: string, params: unknown, options?: AskOptions): Promise<unknown>;
  /** Whether the response belongs here; then it has been dealt with. */
  take(response: JsonRpcResponse): boolean;
  /** The client gives up: the response, if one comes, is dropped. */
  drop(id: RequestId): void;
  close(): void;
}

/** The gateway's own requests are read by an impatient person's keystroke. */
const askDeadlineMs = 5_000;
/** Responses that may still come late, as far as they are remembered. */
const maxDropped = 1_000;

export function createUpstreamRequests(wire: Wire, nextId: () => string): UpstreamRequests {
  const expected = new Map<RequestId, (response: JsonRpcResponse) => void>();
  const dropped = new Set<RequestId>();
  const asking = new Set<(error: AskError) => void>();

  const drop = (id: RequestId): void => {
    if (!expected.delete(id)) return;
    dropped.add(id);
    const [oldest] = dropped;
    if (dropped.size > maxDropped && oldest !== undefined) dropped.delete(oldest);
  };

  const expect = (id: RequestId, onResponse: (response: JsonRpcResponse) => void): void => {
    dropped.delete(id);
    expected.set(id, onResponse);
  };

  return {
    expect,
    drop,
    forward: (request, { deadlineMs, signal, headers }) =>
      new Promise((resolve) => {
        const settle = (response: JsonRpcResponse | undefined): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(response);
        };
        const giveUp = (): void => {
          drop(request.id);
          settle(undefined);
        };
        const timer = setTimeout(() => {
          giveUp();
          wire.abandon(request.id);
        }, deadlineMs);
        signal.addEventListener('abort', giveUp, { once: true });
        expect(request.id, settle);
        wire.send(request, headers === undefined ? {} : { headers }).catch(() => {
          if (expected.delete(request.id)) settle(upstreamFailure(request.id, 'unreachable'));
        });
      }),
    ask: (method, params, { headers, signal } = {}) =>
      new Promise((resolve, reject) => {
        const id = nextId();
        const settle = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', giveUp);
          asking.delete(fail);
          // A late response is nobody's, least of all the client's.
          drop(id);
        };
        const fail = (error: AskError): void => {
          settle();
          reject(error);
        };
        const giveUp = (): void => {
          wire.abandon(id);
          fail(new AskError('interrupted', `${method} is not wanted any longer`));
        };
        const timer = setTimeout(() => {
          wire.abandon(id);
          fail(new AskError('timeout', `${method} was not answered in time`));
        }, askDeadlineMs);
        signal?.addEventListener('abort', giveUp);
        asking.add(fail);
        expect(id, (response) => {
          if (isErrorResponse(response)) {
            fail(new AskError('refused', `${method} was refused`, response.error.code));
            return;
          }
          settle();
          resolve(response.result);
        });
        wire
          .send({ jsonrpc: '2.0', id, method, params }, headers === undefined ? {} : { headers })
          .catch(() => fail(new AskError('interrupted', `${method} could not be sent`)));
      }),
    take(response) {
      if (response.id === null) return false;
      if (dropped.delete(response.id)) return true;
      const onResponse = expected.get(response.id);
      if (onResponse === undefined) return false;
      expected.delete(response.id);
      onResponse(response);
      return true;
    },
    close() {
      for (const fail of asking) fail(new AskError('interrupted', 'the conversation has ended'));
    },
  };
}
