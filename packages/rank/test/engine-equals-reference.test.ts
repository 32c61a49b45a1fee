import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../src/index.js';
import { createIndex as createSmallIndex } from '../src/small/index.js';
import { ALPHABETS, cases, difference, stringsOf } from './cases-to-compare.js';

/** The reference is slow by design, and the machine may be busy. */
const SLOW_MS = 240_000;

/** How many times as many random cases as in every run of the tests: CONTRIBUTING.md says when. */
const MORE = Number(process.env['RANK_FUZZ'] ?? 1);

describe.each([
  { name: 'the engine', create: createIndex },
  { name: 'the small index', create: createSmallIndex },
])('$name and the reference', ({ create }) => {
  it.each([
    { name: 'letters and case', characters: ['a', 'b', 'A'], candidates: 4, query: 3 },
    { name: 'separators', characters: ['a', 'b', '-'], candidates: 4, query: 3 },
    { name: 'paths with extensions', characters: ['a', 'b', '/', '.'], candidates: 4, query: 3 },
    { name: 'words', characters: ['a', 'B', ' '], candidates: 4, query: 4 },
    { name: 'marks', characters: ['e', 'é', 'e\u0301', '\u0301'], candidates: 3, query: 3 },
    { name: 'kana', characters: ['か', 'が', 'カ', 'ﾞ'], candidates: 3, query: 3 },
    {
      name: 'emoji and halves of them',
      characters: ['👩', '👩‍💻', '\ud83d', '\udc69'],
      candidates: 3,
      query: 3,
    },
    { name: 'letters that grow when folded', characters: ['ß', 's', 'ﬁ', 'i'], candidates: 3, query: 3 },
    { name: 'two letters, and long enough for an error', characters: ['a', 'b'], candidates: 6, query: 5 },
  ])(
    'agree on all short strings of $name',
    ({ characters, candidates, query }) => {
      const strings = stringsOf(characters, candidates);
      const queries = stringsOf(characters, query);
      expect(
        difference({ candidates: strings, options: { enough: Infinity } }, queries, create),
      ).toBeUndefined();
      // The same as readings of values that nothing else finds.
      const values = strings.map((_, i) => `${i}`);
      const readings = (value: string): string[] => [strings[Number(value)] as string];
      expect(
        difference({ candidates: values, options: { readings, enough: Infinity } }, queries, create),
      ).toBeUndefined();
    },
    SLOW_MS,
  );

  it.each(ALPHABETS)(
    'agree on random lists and queries of $name',
    ({ characters, runs }) => {
      fc.assert(
        fc.property(cases(characters, { maxCandidates: 6 }), ({ lists, queries }) => {
          expect(difference(lists, queries, create)).toBeUndefined();
        }),
        { numRuns: runs * MORE },
      );
    },
    SLOW_MS * MORE,
  );

  it.each(ALPHABETS)(
    'agree on random lists of hundreds of $name, most of which are only counted',
    ({ characters, runs }) => {
      const long = { minCandidates: 100, maxCandidates: 400 };
      fc.assert(
        fc.property(cases(characters, long), ({ lists, queries }) => {
          expect(difference(lists, queries, create)).toBeUndefined();
        }),
        { numRuns: Math.ceil((runs * MORE) / 100) },
      );
    },
    SLOW_MS * MORE,
  );
});
