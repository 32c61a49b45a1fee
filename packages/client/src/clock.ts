/** Time, injected so that tests own it. */
export interface Clock {
  /** Milliseconds that only grow; their zero means nothing. */
  now(): number;
  /** Calls back once after `delayMs`. The function returned cancels. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The browser's or the process's own. */
export const systemClock: Clock = {
  now: () => performance.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
