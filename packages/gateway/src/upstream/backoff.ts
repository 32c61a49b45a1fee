/** How long to wait before something that ended is started again, in milliseconds. */
export interface BackoffOptions {
  /** Wait before the second start in a row; each further wait is twice as long. @default 100 */
  firstMs: number;
  /** Longest wait. A person waits for it, so it is short. @default 5000 */
  maxMs: number;
  /** A run of this length counts as a success, whatever it did. @default 10000 */
  stableMs: number;
}

export const defaultBackoff: Readonly<BackoffOptions> = { firstMs: 100, maxMs: 5_000, stableMs: 10_000 };

/** How long to wait before an upstream is started again. */
export interface Backoff {
  started(): void;
  /** It answered: whatever ends it later is not a failure to start. */
  succeeded(): void;
  /** It ended. Returns the wait before the next start, 0 after a run that was a success. */
  ended(): number;
}

export function createBackoff(options: Partial<BackoffOptions> = {}, now: () => number = Date.now): Backoff {
  const { firstMs, maxMs, stableMs } = { ...defaultBackoff, ...options };
  let failures = 0;
  let startedAt = now();
  return {
    started() {
      startedAt = now();
    },
    succeeded() {
      failures = 0;
    },
    ended() {
      if (now() - startedAt >= stableMs) failures = 0;
      const waitMs = failures === 0 ? 0 : Math.min(firstMs * 2 ** (failures - 1), maxMs);
      failures += 1;
      return waitMs;
    },
  };
}
