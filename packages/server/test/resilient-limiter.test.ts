import type { LimitDecision, Limiter } from '@mcp-typeahead/server';
import { MemoryLimiter, ResilientLimiter } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { testLimiter } from './contracts/test-limiter.js';
import type { FakeClock } from './support/fake-clock.js';
import { createFakeClock } from './support/fake-clock.js';

const rate = { perSecond: 0.1, burst: 5 };

/** A store that fails, hangs or works as the test says, and counts who asks. */
class Store implements Limiter {
  state: 'up' | 'down' | 'hanging' = 'up';
  asked = 0;
  readonly #buckets: MemoryLimiter;

  constructor(clock: FakeClock) {
    this.#buckets = new MemoryLimiter(clock);
  }

  async take(key: string, of: typeof rate): Promise<LimitDecision> {
    this.asked += 1;
    if (this.state === 'down') throw new Error('connection refused');
    if (this.state === 'hanging') return new Promise(() => {});
    return this.#buckets.take(key, of);
  }
}

async function allowed(limiter: Limiter, times: number, key = 'a'): Promise<number> {
  let count = 0;
  for (let at = 0; at < times; at += 1) if ((await limiter.take(key, rate)).isAllowed) count += 1;
  return count;
}

/** Of 20 requests, so many that pass while the store is down. */
function allowedWith(options: object): Promise<number> {
  const clock = createFakeClock();
  const store = new Store(clock);
  store.state = 'down';
  return allowed(new ResilientLimiter(store, { clock, ...options }), 20);
}

for (const state of ['up', 'down'] as const) {
  testLimiter({
    name: `ResilientLimiter over a store that is ${state}`,
    create: () => {
      const clock = createFakeClock();
      const store = new Store(clock);
      store.state = state;
      return { limiter: new ResilientLimiter(store, { clock }), advance: (ms) => clock.advance(ms) };
    },
  });
}

describe('a limiter over a shared store', () => {
  it('BUG-135 limits by itself while the store fails, tells of it once, and recovers by itself', async () => {
    const clock = createFakeClock();
    const store = new Store(clock);
    const told: unknown[] = [];
    const limiter = new ResilientLimiter(store, {
      clock,
      onFailed: (error) => told.push((error as Error).message),
      onRecovered: (decided) => told.push(decided),
    });
    expect(await allowed(limiter, 3)).toBe(3);
    store.state = 'down';
    let passed = 0;
    for (let second = 0; second < 10; second += 1) {
      passed += await allowed(limiter, 5);
      await clock.advance(1_000);
    }
    expect(passed).toBe(5);
    expect(told).toEqual(['connection refused']);
    expect(store.asked).toBeLessThan(20);
    store.state = 'up';
    await limiter.take('b', rate);
    await clock.advance(0);
    expect(told).toEqual(['connection refused', 51]);
    const before = store.asked;
    await limiter.take('c', rate);
    expect(store.asked).toBe(before + 1);
  });

  it('BUG-136 waits a moment for a store that hangs, once, and then not at all', async () => {
    const clock = createFakeClock();
    const store = new Store(clock);
    store.state = 'hanging';
    const limiter = new ResilientLimiter(store, { clock, timeoutMs: 50 });
    let decision: LimitDecision | undefined;
    void limiter.take('a', rate).then((made) => (decision = made));
    await clock.advance(49);
    expect(decision).toBeUndefined();
    await clock.advance(1);
    expect(decision).toEqual({ isAllowed: true, retryAfterMs: 0 });
    expect(await allowed(limiter, 10)).toBe(4);
    await clock.advance(1_000);
    // The one that tries the store again does not wait for it either.
    expect(await allowed(limiter, 10, 'b')).toBe(5);
    expect(store.asked).toBe(2);
  });

  it('allows itself its share of the rate, or lets all pass, or none, as it is told', async () => {
    expect(await allowedWith({ share: 0.5 })).toBe(2);
    expect(await allowedWith({ share: 0.01 })).toBe(1);
    expect(await allowedWith({ onFailure: 'open' })).toBe(20);
    expect(await allowedWith({ onFailure: 'closed' })).toBe(0);
  });
});
