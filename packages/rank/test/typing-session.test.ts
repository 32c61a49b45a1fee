import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateInput } from '../src/index.js';
import { createIndex } from '../src/index.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, candidates, options, texts } from './arbitraries.js';

/** What was in the field after each key: characters appended, one by one deleted, now and then another text pasted over it. */
function typed(characters: readonly string[]): fc.Arbitrary<string[]> {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...characters) },
    { weight: 3, arbitrary: fc.constant('backspace' as const) },
    { weight: 1, arbitrary: texts(characters, 5).map((pasted) => ({ pasted })) },
  );
  return fc.array(key, { minLength: 1, maxLength: 40 }).map((keys) => {
    let query = '';
    return keys.map((pressed) => {
      if (typeof pressed !== 'string') query = pressed.pasted;
      else query = pressed === 'backspace' ? Array.from(query).slice(0, -1).join('') : query + pressed;
      return query;
    });
  });
}

describe.each([
  { kind: 'texts of all kinds', characters: ANY_CHARACTERS, numRuns: 150 },
  { kind: 'texts of few characters', characters: FEW_CHARACTERS, numRuns: 300 },
])('one index through a session of typing in $kind', ({ characters, numRuns }) => {
  it.each([
    { size: 'a few', minLength: 0, maxLength: 12 },
    { size: 'hundreds', minLength: 100, maxLength: 200 },
  ])('answers each key as an index that was never asked before: $size', ({ minLength, maxLength }) => {
    const list = fc.array(candidates(characters, 8), { minLength, maxLength });
    const accepted = fc.option(fc.func<[CandidateInput], boolean>(fc.boolean()), { nil: undefined });
    fc.assert(
      fc.property(list, options(characters), typed(characters), accepted, (all, more, queries, accept) => {
        const kept = createIndex(all, more);
        for (const [i, query] of queries.entries()) {
          // The same index serves some who may see less.
          const page = accept !== undefined && i % 3 === 2 ? { limit: 10, accept } : { limit: 10 };
          expect(kept.search(query, page)).toEqual(createIndex(all, more).search(query, page));
        }
      }),
      { numRuns: minLength > 0 ? Math.ceil(numRuns / 15) : numRuns },
    );
  });

  it('searches made from inside `accept` disturb nothing', () => {
    const list = fc.array(candidates(characters, 8), { maxLength: 12 });
    fc.assert(
      fc.property(list, texts(characters, 5), texts(characters, 5), (all, query, other) => {
        const index = createIndex(all);
        const right = createIndex(all).search(query, { accept: () => true });
        const accept = (): boolean => index.search(other).total >= 0;
        expect(index.search(query, { accept })).toEqual(right);
      }),
      { numRuns },
    );
  });
});
