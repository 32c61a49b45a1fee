import type { JsonRpcMessage, JsonRpcResponse } from '@mcp-typeahead/protocol';
import type { HttpExchange } from './http-exchange.js';
import { sendEmpty, sendJson } from './http-exchange.js';
import type { Accepts } from './media-types.js';
import type { SseWriter } from './sse-writer.js';
import { openSse } from './sse-writer.js';

export interface ReplyOptions {
  exchange: HttpExchange;
  accepts: Accepts;
  heartbeatMs: number;
  /** Responses to come; the reply is complete with the last. @default 1 */
  expected?: number;
  /** Answer with an array, as the request was one. @default false */
  isBatch?: boolean;
  /** Status of an answer that is a lone response. @default always 200 */
  statusOf?: (response: JsonRpcResponse) => number;
  /** Called with a response that comes alone, before the head of the answer is written. */
  onAnswer?: (response: JsonRpcResponse) => void;
  /** Called once if the client leaves before the reply is complete. */
  onGone?: () => void;
}

/** The answer to a POST that carries requests. */
export interface Reply {
  /** Does the client still wait? */
  readonly isOpen: boolean;
  /** Can other messages than responses be sent with it? */
  readonly canStream: boolean;
  /** Sends a notification or request ahead of the response. False where that cannot be. */
  send(message: JsonRpcMessage): boolean;
  respond(response: JsonRpcResponse): void;
  /** One response fewer will come. */
  skip(): void;
  /** Ends the reply without the responses still missing. */
  end(): void;
}

/**
 * Plain JSON while nothing but the response comes (and the client does not prefer streams); an event stream as
 * soon as another message precedes it, or after one heartbeat of silence, because a response that has not begun
 * looks like a dead server.
 *
 *     ── POST ──┬─ response ──────────────────────▶ application/json
 *               ├─ progress ─ … ─ response ───────▶ text/event-stream
 *               └─ (heartbeatMs) ─ … ─ response ──▶ text/event-stream
 */
export function createReply(options: ReplyOptions): Reply {
  const { exchange, accepts, heartbeatMs, isBatch = false } = options;
  let missing = options.expected ?? 1;
  const { res, clock } = exchange;
  const responses: JsonRpcResponse[] = [];
  let stream: SseWriter | undefined;
  let isOpen = !res.destroyed;

  const upgrade = (): SseWriter => {
    stream = openSse(res, { clock, heartbeatMs });
    for (const response of responses) stream.send(response);
    return stream;
  };
  const stopWaiting = accepts.sse
    ? clock.schedule(() => {
        if (isOpen && stream === undefined) upgrade();
      }, heartbeatMs)
    : () => {};
  const finish = (): void => {
    isOpen = false;
    stopWaiting();
  };
  res.once('close', () => {
    if (!isOpen) return;
    finish();
    options.onGone?.();
  });

  const complete = (): void => {
    finish();
    if (stream !== undefined) return stream.end();
    const [response] = responses;
    if (response === undefined) return accepts.sse ? upgrade().end() : sendEmpty(exchange, 202);
    if (!isBatch) options.onAnswer?.(response);
    const status = isBatch ? 200 : (options.statusOf?.(response) ?? 200);
    if (status === 200 && (accepts.prefersSse || !accepts.json)) return upgrade().end();
    return sendJson(exchange, status, isBatch ? responses : response);
  };
  const countDown = (): void => {
    missing--;
    if (missing === 0) complete();
  };
  return {
    get isOpen() {
      return isOpen;
    },
    get canStream() {
      return isOpen && accepts.sse;
    },
    send(message) {
      return isOpen && accepts.sse && (stream ?? upgrade()).send(message);
    },
    respond(response) {
      if (!isOpen) return;
      responses.push(response);
      stream?.send(response);
      countDown();
    },
    skip() {
      if (isOpen) countDown();
    },
    end() {
      if (isOpen) complete();
    },
  };
}
