import type { Clock } from '@mcp-typeahead/server';

interface Timer {
  at: number;
  callback: () => void;
}

/** Time that passes when it is told to. */
export interface FakeClock extends Clock {
  /** Moves on, calling what is due in its order, and lets promises settle. */
  advance(ms: number): Promise<void>;
  /** Timers that still wait. */
  readonly waiting: number;
}

export function createFakeClock(): FakeClock {
  let now = 0;
  const timers = new Set<Timer>();
  return {
    now: () => now,
    schedule: (callback, delayMs) => {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
        timers.delete(timer);
        timer.callback();
      }
      await settle();
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

/** A promise and the means to end it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function defer<T>(): Deferred<T> {
  let settlers: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settlers = { resolve, reject };
  });
  return { promise, ...(settlers as unknown as Omit<Deferred<T>, 'promise'>) };
}
