/** How long to wait for the next key before the server is asked. */
export interface DebounceOptions {
  /** The wait in milliseconds; `'adaptive'`: half of what the server takes to answer, 150 at most. @default 'adaptive' */
  debounceMs?: number | 'adaptive';
  /** Whether the first key after a pause is asked for at once. @default true */
  leading?: boolean;
}

/** Half the time of an answer: a key that comes in that time makes the request needless before it is half done. */
const shareOfLatency = 0.5;
/** People notice a wait that is longer. */
const maxMs = 150;
/** Until the first answer has been measured. */
const unmeasuredMs = 60;

/** The wait, given what the server took so far. */
export function debounceFor(
  { debounceMs = 'adaptive' }: DebounceOptions,
  latencyMs: number | undefined,
): number {
  if (debounceMs !== 'adaptive') return debounceMs;
  if (latencyMs === undefined) return unmeasuredMs;
  return Math.min(maxMs, Math.round(latencyMs * shareOfLatency));
}
