import type { Clock } from '@mcp-typeahead/client';

interface Timer {
  at: number;
  callback: () => void;
}

/** Time that passes when it is told to. */
export interface FakeClock extends Clock {
  /** Moves on, from timer to timer, letting promises settle after each. */
  advance(ms: number): Promise<void>;
  /** Timers that still wait. */
  readonly waiting: number;
}

export function createFakeClock(): FakeClock {
  let now = 0;
  const timers = new Set<Timer>();
  const next = (until: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    schedule: (callback, delayMs) => {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let timer = next(end); timer !== undefined; timer = next(end)) {
        timers.delete(timer);
        now = timer.at;
        timer.callback();
        await settle();
      }
      now = end;
    },
    get waiting() {
      return timers.size;
    },
  };
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
