import type { Limiter } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';

export interface LimiterContract {
  /** Name of the implementation, for the titles. */
  name: string;
  /** A new limiter and the means to let time pass for it. */
  create: () => Promise<LimiterUnderTest> | LimiterUnderTest;
}

interface LimiterUnderTest {
  limiter: Limiter;
  advance: (ms: number) => Promise<void>;
}

const rate = { perSecond: 10, burst: 3 };

async function takeAll(limiter: Limiter, key: string, times: number): Promise<boolean[]> {
  const decisions: boolean[] = [];
  for (let at = 0; at < times; at += 1) decisions.push((await limiter.take(key, rate)).isAllowed);
  return decisions;
}

/** What every `Limiter` must do. Run it in the test of each implementation. */
export function testLimiter({ name, create }: LimiterContract): void {
  describe(`${name} is a Limiter`, () => {
    it('allows the burst at once, and no more', async () => {
      const { limiter } = await create();
      expect(await takeAll(limiter, 'a', 5)).toEqual([true, true, true, false, false]);
    });

    it('says when to come back, and keeps its word', async () => {
      const { limiter, advance } = await create();
      await takeAll(limiter, 'a', 3);
      const { isAllowed, retryAfterMs } = await limiter.take('a', rate);
      expect(isAllowed).toBe(false);
      expect(retryAfterMs).toBeGreaterThan(0);
      expect(retryAfterMs).toBeLessThanOrEqual(100);
      await advance(retryAfterMs);
      expect(await limiter.take('a', rate)).toEqual({ isAllowed: true, retryAfterMs: 0 });
    });

    it('fills up at its rate, to the burst and not beyond', async () => {
      const { limiter, advance } = await create();
      await takeAll(limiter, 'a', 3);
      await advance(200);
      expect(await takeAll(limiter, 'a', 3)).toEqual([true, true, false]);
      await advance(60_000);
      expect(await takeAll(limiter, 'a', 5)).toEqual([true, true, true, false, false]);
    });

    it('takes nothing for a request that it refuses', async () => {
      const { limiter, advance } = await create();
      await takeAll(limiter, 'a', 50);
      await advance(100);
      expect(await takeAll(limiter, 'a', 2)).toEqual([true, false]);
    });

    it('keeps keys apart', async () => {
      const { limiter } = await create();
      await takeAll(limiter, 'a', 4);
      for (const key of ['b', 'A', 'a ', '__proto__', 'constructor']) {
        expect(await takeAll(limiter, key, 1)).toEqual([true]);
      }
    });
  });
}
