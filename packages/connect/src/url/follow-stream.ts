import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse } from './http-client.js';
import { readEvents } from './read-events.js';
import { reconnectionDelay } from './reconnection-delay.js';

export interface FollowStreamOptions {
  /** Where it begins. Undefined: it begins with `connect`. */
  first?: HttpResponse;
  /**
   * Opens the stream again, after the event of that id. Undefined: the server has no such stream.
   * A rejection is tried again.
   */
  connect: (lastEventId: string | undefined) => Promise<HttpResponse | undefined>;
  onData: (data: string) => void;
  /** Asked when the connection has ended: no more is expected. */
  isOver: () => boolean;
  /** Without an event id there is nothing to go on from. */
  needsEventId: boolean;
  /** Reconnections in a row that bring no event. */
  maxFailures: number;
  /** Of one event. */
  maxLength: number;
  signal: AbortSignal;
}

export type StreamEnd = 'over' | 'ended' | 'too-large';

/**
 * Reads an event stream of the legacy era across its connections: a server may end one at any time and expect
 * the client back with `Last-Event-ID`, after the pause that it asked for by `retry`, else after one that grows.
 *
 * Source: MCP 2025-11-25, basic/transports, "Resumability and Redelivery".
 */
export async function followStream(options: FollowStreamOptions): Promise<StreamEnd> {
  const { signal, maxLength } = options;
  let response = options.first ?? (await tryConnect(options, undefined));
  if (response === 'none') return 'ended';
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  let failures = 0;
  for (;;) {
    if (response !== 'failed') {
      const end = await readEvents(response, {
        maxLength,
        onEvent: ({ id, event, data }) => {
          failures = 0;
          if (id !== undefined) lastEventId = id;
          if (data !== '' && (event === undefined || event === 'message')) options.onData(data);
        },
        onRetry: (ms) => {
          retryMs = ms;
        },
      });
      if (end === 'too-large') return 'too-large';
    }
    if (options.isOver() || signal.aborted) return 'over';
    if (failures >= options.maxFailures || (options.needsEventId && lastEventId === undefined))
      return 'ended';
    const delayMs = reconnectionDelay(retryMs, failures);
    failures += 1;
    try {
      await pause(delayMs, undefined, { signal });
    } catch {
      return 'over';
    }
    response = await tryConnect(options, lastEventId);
    if (response === 'none') return 'ended';
  }
}

async function tryConnect(
  options: FollowStreamOptions,
  lastEventId: string | undefined,
): Promise<HttpResponse | 'none' | 'failed'> {
  try {
    return (await options.connect(lastEventId)) ?? 'none';
  } catch {
    return 'failed';
  }
}
