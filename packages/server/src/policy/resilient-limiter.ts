import type { Clock } from '../clock.js';
import { systemClock } from '../clock.js';
import type { LimitDecision, Limiter, Rate } from './limiter.js';
import { MemoryLimiter } from './memory-limiter.js';

/** What happens to requests while the shared limiter fails. */
export type LimiterFailureMode =
  /** This process limits by itself, at its share of the rates. */
  | 'local'
  /** All are allowed. */
  | 'open'
  /** All are refused. */
  | 'closed';

/** What a `ResilientLimiter` does while the limiter that it stands before fails. */
export interface ResilientLimiterOptions {
  /** @default 'local' */
  onFailure?: LimiterFailureMode;
  /** Part of every rate that this process allows by itself: 1 / number of replicas. @default 1 */
  share?: number;
  /** How long a request waits for the shared limiter before it counts as failed. @default 50 */
  timeoutMs?: number;
  /** How long it is left alone then; one request tries it again, and does not wait for it. @default 1_000 */
  retryMs?: number;
  /** Told once when it begins to fail. */
  onFailed?: (error: unknown) => void;
  /** Told once when it answers again, with the number of requests that were decided without it. */
  onRecovered?: (decided: number) => void;
  clock?: Clock;
}

/**
 * A limiter whose buckets are in a store that may fail, without letting the failure be felt: no request waits longer than
 * `timeoutMs`, and after the first failure none waits at all until the store answers again.
 *
 *     ask ── fails ──▶ decided here … (retryMs) ── one asks behind the caller's back ──▶ ask
 */
export class ResilientLimiter implements Limiter {
  readonly #shared: Limiter;
  readonly #local: MemoryLimiter;
  readonly #clock: Clock;
  readonly #options: Required<Omit<ResilientLimiterOptions, 'clock' | 'onFailed' | 'onRecovered'>>;
  readonly #onFailed: ((error: unknown) => void) | undefined;
  readonly #onRecovered: ((decided: number) => void) | undefined;
  #isFailing = false;
  #retryAt = 0;
  #decided = 0;

  constructor(shared: Limiter, options: ResilientLimiterOptions = {}) {
    const { clock = systemClock, onFailure = 'local', share = 1, timeoutMs = 50, retryMs = 1_000 } = options;
    this.#shared = shared;
    this.#clock = clock;
    this.#local = new MemoryLimiter(clock);
    this.#options = { onFailure, share, timeoutMs, retryMs };
    this.#onFailed = options.onFailed;
    this.#onRecovered = options.onRecovered;
  }

  async take(key: string, rate: Rate): Promise<LimitDecision> {
    if (this.#isFailing) {
      if (this.#clock.now() >= this.#retryAt) void this.#retry(key, rate);
      return this.#decide(key, rate);
    }
    try {
      return await this.#ask(key, rate);
    } catch (error) {
      this.#fail(error);
      return this.#decide(key, rate);
    }
  }

  async #ask(key: string, rate: Rate): Promise<LimitDecision> {
    let stop: (() => void) | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = (): void =>
        reject(new Error(`the shared limiter did not answer within ${this.#options.timeoutMs} ms`));
      stop = this.#clock.schedule(giveUp, this.#options.timeoutMs);
    });
    try {
      return await Promise.race([this.#shared.take(key, rate), late]);
    } finally {
      stop?.();
    }
  }

  #fail(error: unknown): void {
    this.#retryAt = this.#clock.now() + this.#options.retryMs;
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#decided = 0;
    this.#onFailed?.(error);
  }

  async #retry(key: string, rate: Rate): Promise<void> {
    this.#retryAt = Number.POSITIVE_INFINITY;
    try {
      await this.#ask(key, rate);
      this.#isFailing = false;
      this.#onRecovered?.(this.#decided);
    } catch (error) {
      this.#fail(error);
    }
  }

  #decide(key: string, rate: Rate): LimitDecision {
    this.#decided += 1;
    const { onFailure, share, retryMs } = this.#options;
    if (onFailure === 'open') return { isAllowed: true, retryAfterMs: 0 };
    if (onFailure === 'closed') return { isAllowed: false, retryAfterMs: retryMs };
    const burst = Math.max(1, Math.floor(rate.burst * share));
    return this.#local.take(key, { perSecond: rate.perSecond * share, burst });
  }
}
