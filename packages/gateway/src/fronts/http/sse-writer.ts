import type { ServerResponse } from 'node:http';
import { toJson } from '@mcp-typeahead/connect';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import type { Clock } from '@mcp-typeahead/server';

export interface SseWriterOptions {
  clock: Clock;
  heartbeatMs: number;
  /** A client that has left more than this unread is cut off. @default 32 MiB */
  maxQueuedBytes?: number;
}

/** An open event stream. */
export interface SseWriter {
  readonly isOpen: boolean;
  /** Sends one message as one event. False if the stream is closed. */
  send(message: JsonRpcMessage): boolean;
  /** Ends the stream; the connection may carry further requests. */
  end(): void;
  /** Ends the stream and its connection: the other side may have vanished without a word. */
  drop(): void;
}

/** Twice the largest message that an upstream may send by default: one may wait while the next is written. */
const defaultMaxQueuedBytes = 32 * 1024 * 1024;

/**
 * Turns a response into an event stream. A comment at every `heartbeatMs` keeps proxies and clients from
 * taking silence for death. Events carry no ids: streams are not resumable.
 */
export function openSse(res: ServerResponse, options: SseWriterOptions): SseWriter {
  const { clock, heartbeatMs, maxQueuedBytes = defaultMaxQueuedBytes } = options;
  let isOpen = !res.destroyed && !res.writableEnded;
  let stopHeartbeat: (() => void) | undefined;
  const shut = (): void => {
    isOpen = false;
    stopHeartbeat?.();
  };
  const write = (text: string): boolean => {
    if (!isOpen) return false;
    if (res.writableLength > maxQueuedBytes) {
      shut();
      res.destroy();
      return false;
    }
    res.write(text);
    return true;
  };
  const beat = (): void => {
    if (write(': keep-alive\n\n')) stopHeartbeat = clock.schedule(beat, heartbeatMs);
  };
  if (isOpen) {
    // nginx buffers responses unless told not to (MCP 2026-07-28, Streamable HTTP, "Receiving Messages").
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }).flushHeaders();
    res.once('close', shut);
    stopHeartbeat = clock.schedule(beat, heartbeatMs);
  }
  return {
    get isOpen() {
      return isOpen;
    },
    send: (message) => write(`event: message\ndata: ${toJson(message)}\n\n`),
    end() {
      if (!isOpen) return;
      shut();
      res.end();
    },
    drop() {
      if (!isOpen) return;
      shut();
      res.end(() => res.destroy());
      // The callback waits for a peer that no longer reads.
      if (res.writableLength > 0) clock.schedule(() => res.destroy(), 1_000);
    },
  };
}
