import type { Completions, Principal } from '@mcp-typeahead/server';
import { createCompletions, list, lookup, values } from '@mcp-typeahead/server';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FakeClock } from './support/fake-clock.js';
import { createFakeClock, settle } from './support/fake-clock.js';
import { promptParams, resourceParams } from './support/raw-client.js';

/**
 * Two worlds that differ in one thing: in one of them B has values, in the other B has none. The same requests of A and B,
 * interleaved in the same way, are made in both. If A hears the same, at the same times, in the same order, then nothing that A
 * hears tells of B's values.
 */
const principals: Record<'A' | 'B', Principal> = {
  A: { id: 'A', claims: { groups: ['a'] } },
  B: { id: 'B', claims: { groups: ['b'] } },
};
const common = ['apple', 'apricot', 'avocado'];
const ofB = ['apfel-b', 'april-b', 'secret-b'];

const isVisible = ({ value }: { value: string }, principal: Principal | undefined): boolean =>
  principal?.id === 'B' || !ofB.includes(value);

function later<T>(clock: FakeClock, ms: number, value: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    clock.schedule(() => {
      try {
        resolve(value());
      } catch (error) {
        reject(error as Error);
      }
    }, ms);
  });
}

const startingWith = (from: readonly string[], value: string): string[] =>
  from.filter((one) => one.startsWith(value));

function createWorld(hasSecrets: boolean, clock: FakeClock): Completions {
  const all = hasSecrets ? [...common, ...ofB] : common;
  const own = (principal: Principal | undefined) => (principal?.id === 'B' ? all : common);
  const needs = ['kind'];
  const hiddenPrompt: Record<string, Record<string, readonly string[]>> = hasSecrets
    ? { hidden: { x: ofB } }
    : {};
  const resources: Record<string, Record<string, readonly string[]>> = hasSecrets
    ? { 'vault://{key}': { key: ofB } }
    : {};
  return createCompletions({
    clock,
    onError: () => {},
    prompts: {
      open: {
        constant: values(all, { visible: isVisible }),
        kept: list(({ principal }) => later(clock, 7, () => own(principal))),
        shared: list(() => later(clock, 5, () => all), {
          cache: { shared: true, ttlMs: 50 },
          visible: isVisible,
        }),
        query: lookup(({ value, principal }) => later(clock, 3, () => startingWith(own(principal), value))),
        sharedQuery: lookup(
          ({ value }) =>
            later(clock, 4, () => {
              const found = startingWith(all, value);
              return { candidates: found, complete: false, total: found.length + 1_000 };
            }),
          { cache: { shared: true, ttlMs: 20, staleMs: 20 }, visible: isVisible },
        ),
        uncached: lookup(({ principal }) => later(clock, 2, () => own(principal)), { cache: false, needs }),
        // B's own source breaks where B has values: that is nothing that A may feel.
        fragile: list(
          ({ principal }) =>
            later(clock, 2, () => {
              if (hasSecrets && principal?.id === 'B') throw new Error('too many values');
              return common;
            }),
          { breaker: { failures: 1, resetMs: 1_000 }, cache: { ttlMs: 1, staleMs: 0 } },
        ),
        sensitive: values(all, {
          visible: isVisible,
          sensitive: { minLength: 2, maxValues: 2, windowMs: 100 },
        }),
        ordered: lookup(() => ({ candidates: all }), { ranked: true, visible: isVisible, separator: ',' }),
      },
      // A prompt and a template that are only there where B has values.
      ...hiddenPrompt,
    },
    resources,
    policy: {
      access: { prompts: { hidden: { groups: ['b'] } }, resources: { 'vault://{key}': { groups: ['b'] } } },
      rates: {
        perPrincipal: { perSecond: 20, burst: 8 },
        perArgument: { perSecond: 20, burst: 4 },
        global: { perSecond: 40, burst: 14 },
      },
    },
  });
}

interface Ask {
  is: 'ask';
  who: 'A' | 'B';
  params: object;
  era: 'legacy' | 'modern';
}

type Step = Ask | { is: 'wait'; ms: number } | { is: 'abort' };

const typed = fc.constantFrom('', 'a', 'ap', 'apr', 'apfel-b', 'secret-b', 'sec', 'april', 'apple,ap', 'zzz');
const slots = fc.constantFrom(
  'constant',
  'kept',
  'shared',
  'query',
  'sharedQuery',
  'uncached',
  'fragile',
  'sensitive',
  'ordered',
  'none',
);
const params = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(slots, typed)
      .map(([slot, value]) => promptParams('open', slot, value, { kind: 'x' })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('hidden', 'absent'), typed)
      .map(([name, value]) => promptParams(name, 'x', value)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('vault://{key}', 'vault://secret-b', 'VAULT://x', 'absent://{key}'), typed)
      .map(([uri, value]) => resourceParams(uri, 'key', value)),
  },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('ask' as const),
      who: fc.constantFrom('A' as const, 'B' as const),
      params,
      era: fc.constantFrom('legacy' as const, 'modern' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, 2, 3, 5, 20, 60, 2_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'abort' as const }) },
);

/** Everything that A hears, and when. */
async function hear(
  steps: readonly Step[],
  hasSecrets: boolean,
): Promise<{ heard: unknown[]; shown: string }> {
  const clock = createFakeClock();
  const completions = createWorld(hasSecrets, clock);
  const heard: unknown[] = [];
  const others: unknown[] = [];
  let latest: AbortController | undefined;
  const ask = async ({ who, params: asked, era }: Ask, at: number): Promise<void> => {
    const abort = new AbortController();
    latest = abort;
    const meta = { 'io.github.mcp-typeahead/completions': { items: true } };
    const request = {
      params: { ...asked, _meta: meta },
      era,
      principal: principals[who],
      signal: abort.signal,
    };
    const answer = await completions.complete(request).catch((error: unknown) => {
      const { code, message, data } = error as Record<string, unknown>;
      return abort.signal.aborted ? 'aborted' : { code, message, data };
    });
    (who === 'A' ? heard : others).push([at, clock.now(), answer]);
  };
  for (const [at, one] of steps.entries()) {
    if (one.is === 'ask') void ask(one, at);
    else if (one.is === 'abort') latest?.abort();
    else await clock.advance(one.ms);
  }
  for (let rest = 0; rest < 10; rest += 1) await clock.advance(1);
  await settle();
  return { heard, shown: JSON.stringify(others) };
}

// Long lists are worked on in turns by the clock of the machine, which on a busy one is no two times the same.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it(
  'nothing that one principal hears, no value, count, error, nor when, tells of the values of another',
  { timeout: 300_000 },
  async () => {
    let runs = 0;
    let shownToB = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        runs += 1;
        const [there, absent] = [await hear(steps, true), await hear(steps, false)];
        expect(there.heard).toEqual(absent.heard);
        expect(JSON.stringify(there.heard)).not.toMatch(/-b"/);
        if (/-b"/.test(there.shown)) shownToB += 1;
      }),
      { numRuns: 1_000, endOnFailure: true },
    );
    expect(runs).toBeGreaterThanOrEqual(1_000);
    // The test would say nothing if B had not seen them either.
    expect(shownToB).toBeGreaterThan(300);
  },
);
