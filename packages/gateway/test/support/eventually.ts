import { vi } from 'vitest';

/** Waits until the assertions hold: real processes take their time, on a busy machine more of it. */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: 15_000, interval: 20 });
}
