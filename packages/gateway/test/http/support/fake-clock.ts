import type { Clock } from '@mcp-typeahead/server';

export interface FakeClock extends Clock {
  advance(ms: number): void;
  readonly pending: number;
}

export function createFakeClock(): FakeClock {
  let time = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => time,
    schedule(callback, delayMs) {
      const timer = { at: time + delayMs, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        time = due.at;
        due.callback();
      }
      time = end;
    },
    get pending() {
      return timers.size;
    },
  };
}
