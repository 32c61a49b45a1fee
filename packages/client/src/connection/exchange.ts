import type { Answer } from '../answer/answer.js';
import { readAnswer, unreadableAnswer } from '../answer/read-answer.js';
import { ClientError } from '../client-error.js';
import type { Clock } from '../clock.js';
import type { CallableClient } from './mcp-client.js';
import { callRaw } from './mcp-client.js';
import type { WireTap } from './tap-wire.js';
import { toClientError } from './to-client-error.js';

interface ExchangeOptions {
  client: CallableClient;
  tap: WireTap | undefined;
  clock: Clock;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Whether a list is continued. */
  isContinued: boolean;
  /** Told of an answer that came after the exchange had been given up. */
  onLate: () => void;
}

interface CompleteParams {
  argument: { name: string; value: string };
}

/** One request and what came of it. */
export interface Exchange {
  /** Rejects with a `ClientError`, or with the reason of the signal. */
  readonly answer: Promise<Answer>;
  /** Something came that cannot be read, and it must have been the answer to this. */
  giveUpReading(): void;
}

/** Timers take no more. */
const maxTimeoutMs = 2 ** 31 - 1;

/**
 * Sends `completion/complete` once. It ends by the answer, by an error, by the timeout or by the signal, whichever comes first; in the last two
 * cases the request is cancelled on the wire, as its era does that. Nothing of it stays behind.
 */
export function openExchange(params: CompleteParams, options: ExchangeOptions): Exchange {
  const { client, tap, clock, signal, timeoutMs } = options;
  const text = params.argument.value;
  const wire = new AbortController();
  const heard = tap?.expect(params.argument);
  let giveUpReading: (() => void) | undefined;

  const answer = new Promise<Answer>((resolve, reject) => {
    let isOver = false;
    const end = (isAnswered: boolean): boolean => {
      if (isOver) return false;
      isOver = true;
      stopTimer();
      signal?.removeEventListener('abort', onAbort);
      tap?.forget(params.argument);
      if (!isAnswered) wire.abort(new DOMException('No longer wanted', 'AbortError'));
      return true;
    };
    const onAbort = (): void => {
      if (end(false)) reject(signal?.reason as Error);
    };
    const onResult = (result: unknown): void => {
      if (end(true)) resolve(readAnswer(result, text, options.isContinued));
      else options.onLate();
    };
    const stopTimer = clock.schedule(() => {
      if (end(false)) reject(new ClientError('timeout', `The server did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    giveUpReading = () => {
      if (end(false)) resolve(unreadableAnswer(text));
    };
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener('abort', onAbort);
    callRaw(
      client,
      { method: 'completion/complete', params },
      // Its own timer must not be over before ours.
      { signal: wire.signal, timeout: Math.min(timeoutMs + 5_000, maxTimeoutMs) },
    ).then(
      (result) => onResult(heard?.result === undefined ? result : heard.result.raw),
      (error: unknown) => {
        if (heard?.result !== undefined) onResult(heard.result.raw);
        else if (end(true)) reject(toClientError(error));
      },
    );
  });
  return { answer, giveUpReading: () => giveUpReading?.() };
}
