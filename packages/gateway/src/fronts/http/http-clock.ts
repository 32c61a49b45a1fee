import type { Clock } from '@mcp-typeahead/server';

/** The system's time. Sockets keep the process alive; heartbeats and idle limits on them need not. */
export const httpClock: Clock = {
  now: () => performance.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
