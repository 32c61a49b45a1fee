import type { Clock } from '../clock.js';
import type { LimitDecision, Limiter, Rate } from './limiter.js';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Token buckets in this process. Forgets the one used longest ago beyond `maxBuckets`, which forgives nobody as long as a
 * forgotten bucket has had the time to fill up: with the default rates, 2 s.
 */
export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #maxBuckets: number;
  readonly #buckets: Map<string, Bucket> = new Map();

  /** @param maxBuckets default 10_000 */
  constructor(clock: Clock, maxBuckets = 10_000) {
    this.#clock = clock;
    this.#maxBuckets = maxBuckets;
  }

  take(key: string, { perSecond, burst }: Rate): LimitDecision {
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledAt: now };
    // A clock that was set back takes nothing away.
    const passedMs = Math.max(0, now - bucket.filledAt);
    const tokens = Math.min(burst, bucket.tokens + (passedMs / 1_000) * perSecond);
    const isAllowed = tokens >= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    return { isAllowed, retryAfterMs: isAllowed ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000) };
  }
}
