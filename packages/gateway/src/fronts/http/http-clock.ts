/** The time that the HTTP front lives by: heartbeats, idle sessions, grace periods. */
export interface HttpClock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back once; the returned function prevents it. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemClock: HttpClock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    // Sockets keep the process alive, heartbeats on them need not.
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
