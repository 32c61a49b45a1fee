import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Candidate, CandidateInput } from '../src/index.js';
import { createIndex } from '../src/index.js';
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

/** What both must agree on, in a form that a failing test shows at a glance. */
interface Seen {
  order: string[];
  total: number;
}

function engine(candidates: readonly CandidateInput[]): (query: string) => Seen {
  const index = createIndex(candidates);
  return (query) => {
    const { matches, total } = index.search(query);
    const order = matches.map(({ candidate, field, band, ranges }) =>
      [JSON.stringify(candidate), field, band ?? 'all', JSON.stringify(ranges)].join(' '),
    );
    return { order, total };
  };
}

function reference(candidates: readonly CandidateInput[]): (query: string) => Seen {
  const index = new PlainIndex(candidates);
  return (query) => {
    const { matches, total } = index.search(query);
    const order = matches.map(({ candidate, field, tier, ranges }) =>
      [JSON.stringify(candidate), field, TIERS[tier] ?? 'all', JSON.stringify(ranges)].join(' '),
    );
    return { order, total };
  };
}

/** The first query for which they differ, with what each found; undefined if they agree on all. */
function difference(candidates: readonly CandidateInput[], queries: readonly string[]): object | undefined {
  const search = engine(candidates);
  const searchPlainly = reference(candidates);
  for (const query of queries) {
    const found = search(query);
    const right = searchPlainly(query);
    if (JSON.stringify(found) !== JSON.stringify(right)) return { candidates, query, found, right };
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

/** Case, marks in both forms, letters that grow when folded, scripts without case, emoji, halves of one, separators, signs. */
const CHARACTERS = Array.from('abcAB1-/. _+\\éİıißsﬁfœＡ中文かが가😀😁👩𠀀').concat(
  ['e\u0301', '\u0301', '\u1100\u1161', '👩‍💻', '👩‍👧', '🇩🇪', '🇩', '❤️', '\ud83d', '\ude00'],
  ['\u{f0000}', '\0', '\u200b', 'ি', '\r\n'],
);

const text = (maxLength: number, characters: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...characters), { maxLength }).map((list) => list.join(''));

function candidateOf(string: fc.Arbitrary<string>): fc.Arbitrary<CandidateInput> {
  const full = fc.record(
    {
      value: string,
      title: string,
      aliases: fc.array(string, { maxLength: 2 }),
      weight: fc.integer({ min: -1, max: 2 }),
    },
    { requiredKeys: ['value'] },
  );
  return fc.oneof(string, full as fc.Arbitrary<Candidate>);
}

describe('the engine and the reference', () => {
  it.each([
    { name: 'letters and case', characters: ['a', 'b', 'A'], candidates: 4, query: 3 },
    { name: 'separators', characters: ['a', 'b', '-'], candidates: 5, query: 4 },
    { name: 'paths with extensions', characters: ['a', 'b', '/', '.'], candidates: 4, query: 3 },
    { name: 'words', characters: ['a', 'B', ' '], candidates: 5, query: 4 },
    { name: 'marks', characters: ['e', 'é', 'e\u0301', '\u0301'], candidates: 3, query: 3 },
    {
      name: 'emoji and halves of them',
      characters: ['👩', '👩‍💻', '\ud83d', '\udc69'],
      candidates: 3,
      query: 3,
    },
    { name: 'letters that grow when folded', characters: ['ß', 's', 'ﬁ', 'i'], candidates: 3, query: 3 },
  ])('agree on all short strings of $name', ({ characters, candidates, query }) => {
    expect(difference(stringsOf(characters, candidates), stringsOf(characters, query))).toBeUndefined();
  });

  it('agree on random candidates and queries', () => {
    const any = text(8, CHARACTERS);
    fc.assert(
      fc.property(fc.array(candidateOf(any), { maxLength: 6 }), text(5, CHARACTERS), (candidates, query) => {
        expect(difference(candidates, [query])).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('agree on candidates and queries of few characters, which meet often', () => {
    const few = ['a', 'b', 'A', '-', '/', '.', ' ', 'é'];
    fc.assert(
      fc.property(
        fc.array(candidateOf(text(9, few)), { maxLength: 6 }),
        text(6, few),
        (candidates, query) => {
          expect(difference(candidates, [query])).toBeUndefined();
        },
      ),
      { numRuns: 6000 },
    );
  });
});
