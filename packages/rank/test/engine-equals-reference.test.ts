import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { CandidateInput } from '../src/index.js';
import { createIndex } from '../src/index.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, candidates, lists, options, texts } from './arbitraries.js';
import { PlainIndex } from './reference.js';

const TIERS = ['exact', 'folded', 'prefix', 'word-start', 'word-start', 'word-start', 'initials'].concat([
  'inside',
  'inside',
  'inside',
  'word-parts',
  'subsequence',
  'subsequence',
  'extension',
]);

/** What both search. */
interface Lists {
  candidates: readonly CandidateInput[];
  readings?: (value: string) => readonly string[];
  limit?: number;
}

/** What both must agree on, in a form that a failing test shows at a glance. */
interface Seen {
  order: string[];
  total: number;
}

function engine({ candidates, limit = Infinity, ...options }: Lists): (query: string) => Seen {
  const index = createIndex(candidates, options);
  return (query) => {
    const { matches, total } = index.search(query, { limit });
    const order = matches.map(({ candidate, field, band, ranges }) =>
      [JSON.stringify(candidate), field, band ?? 'all', JSON.stringify(ranges)].join(' '),
    );
    return { order, total };
  };
}

function reference({ candidates, limit = Infinity, readings }: Lists): (query: string) => Seen {
  const index = new PlainIndex(candidates, readings);
  return (query) => {
    const { matches, total } = index.search(query, { limit });
    const order = matches.map(({ candidate, field, tier, ranges }) =>
      [JSON.stringify(candidate), field, TIERS[tier] ?? 'all', JSON.stringify(ranges)].join(' '),
    );
    return { order, total };
  };
}

/** The first query for which they differ, with what each found; undefined if they agree on all. */
function difference(lists: Lists, queries: readonly string[]): object | undefined {
  const search = engine(lists);
  const searchPlainly = reference(lists);
  for (const query of queries) {
    const found = search(query);
    const right = searchPlainly(query);
    if (JSON.stringify(found) !== JSON.stringify(right)) return { ...lists, query, found, right };
  }
  return undefined;
}

/** All strings of the characters, of at most so many. */
function stringsOf(characters: readonly string[], maxLength: number): string[] {
  const all = [''];
  for (let from = 0, length = 0; length < maxLength; length++) {
    const to = all.length;
    for (const start of all.slice(from, to)) all.push(...characters.map((character) => start + character));
    from = to;
  }
  return all;
}

/** The reference is slow by design, and the machine may be busy. */
const SLOW_MS = 120_000;

describe('the engine and the reference', () => {
  it.each([
    { name: 'letters and case', characters: ['a', 'b', 'A'], candidates: 4, query: 3 },
    { name: 'separators', characters: ['a', 'b', '-'], candidates: 5, query: 3 },
    { name: 'paths with extensions', characters: ['a', 'b', '/', '.'], candidates: 4, query: 3 },
    { name: 'words', characters: ['a', 'B', ' '], candidates: 4, query: 4 },
    { name: 'marks', characters: ['e', 'é', 'e\u0301', '\u0301'], candidates: 3, query: 3 },
    {
      name: 'emoji and halves of them',
      characters: ['👩', '👩‍💻', '\ud83d', '\udc69'],
      candidates: 3,
      query: 3,
    },
    { name: 'letters that grow when folded', characters: ['ß', 's', 'ﬁ', 'i'], candidates: 3, query: 3 },
  ])(
    'agree on all short strings of $name',
    ({ characters, candidates, query }) => {
      const strings = stringsOf(characters, candidates);
      const queries = stringsOf(characters, query);
      expect(difference({ candidates: strings }, queries)).toBeUndefined();
      // The same as readings of values that nothing else finds.
      const values = strings.map((_, i) => `${i}`);
      const readings = (value: string): string[] => [strings[Number(value)] as string];
      expect(difference({ candidates: values, readings }, queries)).toBeUndefined();
    },
    SLOW_MS,
  );

  it.each([
    { name: 'of all kinds', characters: ANY_CHARACTERS, numRuns: 3000 },
    { name: 'of few characters, which meet often', characters: FEW_CHARACTERS, numRuns: 6000 },
  ])(
    'agree on random candidates and queries $name',
    ({ characters, numRuns }) => {
      fc.assert(
        fc.property(
          lists(characters),
          texts(characters, 6),
          options(characters),
          (candidates, query, more) => {
            expect(difference({ candidates, ...more }, [query])).toBeUndefined();
          },
        ),
        { numRuns },
      );
    },
    SLOW_MS,
  );

  it.each([
    { name: 'of all kinds', characters: ANY_CHARACTERS, numRuns: 600 },
    { name: 'of few characters, which meet often', characters: FEW_CHARACTERS, numRuns: 1200 },
  ])(
    'agree on the best few of longer lists $name, most of which are only counted',
    ({ characters, numRuns }) => {
      const longer = fc.array(candidates(characters, 7), { minLength: 20, maxLength: 50 });
      fc.assert(
        fc.property(
          longer,
          texts(characters, 4),
          fc.integer({ min: 1, max: 5 }),
          options(characters),
          (candidates, query, limit, more) => {
            expect(difference({ candidates, limit, ...more }, [query])).toBeUndefined();
          },
        ),
        { numRuns },
      );
    },
    SLOW_MS,
  );
});
