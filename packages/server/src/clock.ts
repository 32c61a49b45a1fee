/** Time, injected so that tests own it. */
export interface Clock {
  /** Milliseconds that only grow; their zero means nothing. */
  now(): number;
  /** Calls back once after `delayMs`. The function returned cancels. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The process's own. Counted from 1970 and never set back, so that processes may compare what they have stored. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
