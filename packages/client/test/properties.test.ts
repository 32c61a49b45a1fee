import fc from 'fast-check';
import { createIndex } from '@mcp-typeahead/rank';
import type { Index } from '@mcp-typeahead/rank';
import { describe, expect, test } from 'vitest';
import { result, rpcError } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const words = ['ab', 'ba', 'abba', 'aab', 'bab', 'a b', 'a/b', 'aa/ba', 'ab-ba', 'baa', 'Abb', 'bbb'];
/** Enough values for answers that are cut, answers of every size between, and answers that are complete. */
const values = Array.from(
  { length: 160 },
  (_, index) => words[index % words.length] + (index < 12 ? '' : `-${index}`),
);

/** What the server has: each value says for which other arguments, and since which change, it holds. */
class World {
  version = 0;
  context = 'x';
  readonly #indexes = new Map<string, Index<string>>();
  readonly #patient = new Map<string, Index<string>>();

  mark(): string {
    return `@${this.context}${this.version}`;
  }

  search(text: string): string[] {
    const mark = this.mark();
    let index = this.#indexes.get(mark);
    if (index === undefined)
      this.#indexes.set(mark, (index = createIndex(values.map((value) => value + mark))));
    return index.search(text).matches.map(({ candidate }) => candidate);
  }

  /** All that match, also in bands that the server does not look in where it has enough: part of a list may not have enough. */
  matching(text: string): string[] {
    const mark = this.mark();
    let index = this.#patient.get(mark);
    if (index === undefined) {
      index = createIndex(
        values.map((value) => value + mark),
        { enough: Infinity },
      );
      this.#patient.set(mark, index);
    }
    return index.search(text).matches.map(({ candidate }) => candidate);
  }
}

type Step =
  | { do: 'type'; letter: string }
  | { do: 'erase' | 'clear' | 'open' | 'close' | 'select' | 'invalidate' | 'more' }
  | { do: 'context'; value: string }
  | { do: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      letter: fc.constantFrom('a', 'b', '-', '/', ' '),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat({ max: 300 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'erase' as const,
        'clear' as const,
        'open' as const,
        'close' as const,
        'select' as const,
        'more' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidate' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('context' as const), value: fc.constantFrom('x', 'y', 'z') }),
  },
);

describe('whatever is typed, answered and failed in whatever order', () => {
  test('the list is never wrong for the text, and ends up as the list of the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        async (steps, latencies, failures) => {
          const world = new World();
          let sent = 0;
          let isWell = false;
          const { field, client, clock, typeahead, offered } = setUp({
            // Answers are made when they are sent, of what the world was then.
            answer: ({ argument }, index) => {
              if (!isWell && failures[index % failures.length]) return rpcError(-32_603);
              const found = world.search(argument.value);
              return result(found.slice(0, 100), { total: found.length, hasMore: found.length > 100 });
            },
            latencyMs: () => latencies[(sent += 1) % latencies.length] ?? 0,
          });
          const check = (): void => {
            const { text, items, status, isOpen } = field.getSnapshot();
            const shown = items.map(({ value }) => value);
            expect(shown.every((value) => value.endsWith(world.mark()))).toBe(true);
            const right = new Set(world.matching(text));
            expect(shown.filter((value) => !right.has(value))).toEqual([]);
            expect(new Set(shown).size).toBe(shown.length);
            const mayHaveNone = status === 'empty' || status === 'idle';
            expect(mayHaveNone && isOpen && shown.length > 0).toBe(false);
            const isSettled = status === 'ready' || status === 'empty';
            const missing = world
              .search(text)
              .slice(0, 100)
              .filter((value) => !shown.includes(value));
            expect(isSettled ? missing : []).toEqual([]);
          };
          const setContext = (value: string): void => {
            world.context = value;
            field.setContext({ other: value });
          };
          setContext('x');
          const leave = field.subscribe(check);
          for (const each of steps) {
            const { text, items } = field.getSnapshot();
            if (each.do === 'type') field.input(text + each.letter);
            else if (each.do === 'erase') field.input(text.slice(0, -1));
            else if (each.do === 'clear') field.input('');
            else if (each.do === 'open') field.open();
            else if (each.do === 'close') field.close();
            else if (each.do === 'select') field.select(items[0] ?? text);
            else if (each.do === 'more') field.loadMore();
            else if (each.do === 'context') setContext(each.value);
            else if (each.do === 'wait') await clock.advance(each.ms);
            else {
              // The list changes on the server in the moment in which the client is told.
              leave();
              await clock.advance(10_000);
              world.version += 1;
              typeahead.invalidate();
              await clock.advance(0);
              field.subscribe(check);
            }
            check();
          }
          isWell = true;
          await clock.advance(10_000);
          field.close();
          field.open();
          await clock.advance(10_000);
          const { text, status } = field.getSnapshot();
          const right = world.search(text);
          expect(status).toBe(right.length > 0 ? 'ready' : 'empty');
          expect(offered().toSorted()).toEqual(right.slice(0, Math.max(100, offered().length)).toSorted());
          field.dispose();
          await clock.advance(10_000);
          expect(clock.waiting).toBe(0);
          expect(client.requests.length).toBeLessThanOrEqual(steps.length * 2 + 2);
        },
      ),
      { numRuns: 60 },
    );
  }, 180_000);
});
