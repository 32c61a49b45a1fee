/** A token bucket: `perSecond` on average, `burst` at once. */
export interface Rate {
  perSecond: number;
  burst: number;
}

/** What a limiter says to one request. */
export interface LimitDecision {
  isAllowed: boolean;
  /** How long until a request would be allowed; 0 if this one is. */
  retryAfterMs: number;
}

/** Takes one request out of the bucket named `key`. A refused request takes nothing. */
export interface Limiter {
  take(key: string, rate: Rate): LimitDecision | Promise<LimitDecision>;
}
