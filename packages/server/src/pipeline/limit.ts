import { rateLimited } from '@mcp-typeahead/protocol';
import type { Clock } from '../clock.js';
import { slotKey } from '../completer-names.js';
import type { Principal } from '../principal.js';
import type { Slot } from '../slot.js';

/** A token bucket: `perSecond` on average, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** How often one may ask. `false` switches a limit off. */
export interface Rates {
  /** @default { perSecond: 50, burst: 100 } */
  perPrincipal?: Rate | false;
  /** @default { perSecond: 1_000, burst: 1_000 } */
  global?: Rate | false;
  /** Of one principal for one argument. @default false */
  perArgument?: Rate | false;
}

/** What a limiter says to one request. */
export interface LimitDecision {
  isAllowed: boolean;
  /** How long until a request would be allowed; 0 if this one is. */
  retryAfterMs: number;
}

/** Takes one request out of the bucket named `key`. */
export interface Limiter {
  take(key: string, rate: Rate): LimitDecision | Promise<LimitDecision>;
}

/** The rates where nothing else is said. */
export const defaultRates: Readonly<Required<Rates>> = {
  perPrincipal: { perSecond: 50, burst: 100 },
  global: { perSecond: 1_000, burst: 1_000 },
  perArgument: false,
};

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Token buckets in this process. Forgets the one used longest ago beyond `maxBuckets`. */
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
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
    const isAllowed = tokens >= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#maxBuckets && oldest !== undefined) this.#buckets.delete(oldest);
    return { isAllowed, retryAfterMs: isAllowed ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000) };
  }
}

export interface LimitStage {
  limiter: Limiter;
  rates: Readonly<Required<Rates>>;
}

/**
 * Stage 3: before anything costs, and for malformed requests too. The principal's own bucket comes first, so that one
 * who is over the limit takes nothing from the others.
 *
 * @throws WireError 42900 with `data.retryAfterMs`
 */
export async function limitCaller(
  { limiter, rates }: LimitStage,
  principal: Principal | undefined,
): Promise<void> {
  if (rates.perPrincipal !== false)
    await take(limiter, `principal ${principal?.id ?? ''}`, rates.perPrincipal);
  if (rates.global !== false) await take(limiter, 'global', rates.global);
}

/**
 * The part of stage 3 that needs to know what is asked for.
 * @throws WireError 42900 with `data.retryAfterMs`
 */
export async function limitArgument(
  { limiter, rates }: LimitStage,
  principal: Principal | undefined,
  slot: Slot,
): Promise<void> {
  if (rates.perArgument === false) return;
  await take(limiter, `argument ${JSON.stringify([slotKey(slot), principal?.id ?? ''])}`, rates.perArgument);
}

async function take(limiter: Limiter, key: string, rate: Rate): Promise<void> {
  const { isAllowed, retryAfterMs } = await limiter.take(key, rate);
  if (!isAllowed) throw rateLimited(retryAfterMs);
}
