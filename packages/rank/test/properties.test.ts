import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Band, Candidate, CandidateInput } from '../src/index.js';
import { createIndex } from '../src/index.js';
import { foldGrapheme } from '../src/text/fold-grapheme.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, lists, options, texts } from './arbitraries.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Offsets at which graphemes start or end. */
function boundaries(text: string): Set<number> {
  return new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
}

/** The letters that are left of a text, sorted. */
function foldedLetters(text: string): string[] {
  const folded = [...segmenter.segment(text)].map(({ segment }) => foldGrapheme(segment)).join('');
  return Array.from(folded).filter((character) => !/[\s\-_.,:/\\]/.test(character));
}

const fullOf = (candidate: CandidateInput): Candidate =>
  typeof candidate === 'string' ? { value: candidate } : candidate;

const isComplete = (band: Band | undefined): boolean => band === 'exact' || band === 'folded';

const SEPARATOR = /[\s\-_.,:/\\]/;

/** How long a query has to be for typing errors of a band to be forgiven. */
const FORGIVEN_FROM: Partial<Record<Band, number>> = { 'missing-letter': 4, 'one-error': 4, 'two-errors': 8 };

function foldedLength(text: string): number {
  return [...segmenter.segment(text.trim())].flatMap(({ segment }) => Array.from(foldGrapheme(segment)))
    .length;
}

describe.each([
  { kind: 'texts of all kinds', characters: ANY_CHARACTERS },
  { kind: 'texts of few characters', characters: FEW_CHARACTERS },
])('searching $kind', ({ characters }) => {
  const cases = [lists(characters), texts(characters, 5), options(characters)] as const;

  it('a page of matches is a slice of all matches, and the total does not depend on it', () => {
    fc.assert(
      fc.property(...cases, fc.nat(8), fc.nat(8), (candidates, query, options, limit, offset) => {
        const index = createIndex(candidates, options);
        const all = index.search(query);
        expect(all.total).toBe(all.matches.length);
        const page = index.search(query, { limit, offset });
        expect(page).toEqual({ ...all, matches: all.matches.slice(offset, offset + limit) });
      }),
    );
  });

  it('what is not accepted is as if it were not in the list', () => {
    fc.assert(
      fc.property(...cases, fc.nat(), (candidates, query, options, mask) => {
        const isAccepted = (candidate: CandidateInput): boolean =>
          ((mask >> candidates.indexOf(candidate)) & 1) === 1;
        const filtered = createIndex(candidates, options).search(query, { accept: isAccepted });
        expect(filtered).toEqual(createIndex(candidates.filter(isAccepted), options).search(query));
      }),
    );
  });

  it('ranges are sorted, disjoint, of whole graphemes, and hold every character of the query', () => {
    fc.assert(
      fc.property(...cases, (candidates, query, options) => {
        const { matches } = createIndex(candidates, options).search(query);
        for (const { text, ranges, band } of matches.filter(({ field }) => field !== 'reading')) {
          const edges = boundaries(text);
          let before = -1;
          for (const [start, end] of ranges) {
            expect(start).toBeGreaterThan(before);
            expect(end).toBeGreaterThan(start);
            expect(edges.has(start) && edges.has(end)).toBe(true);
            before = end;
          }
          const covered = ranges.map(([start, end]) => text.slice(start, end)).join('');
          // Text of marks alone stands for itself.
          const letters = new Set(foldedLetters(covered).concat(Array.from(covered)));
          // What was typed in error is nowhere.
          if (FORGIVEN_FROM[band as Band] !== undefined) continue;
          for (const letter of foldedLetters(query))
            expect(letters.has(letter) || /\p{P}|\p{C}|\p{Extended_Pictographic}|\p{RI}/u.test(letter)).toBe(
              true,
            );
        }
      }),
    );
  });

  it('the text of a match is one of its candidate’s own, a reading’s the value without ranges', () => {
    fc.assert(
      fc.property(...cases, (candidates, query, options) => {
        const { matches } = createIndex(candidates, options).search(query);
        for (const { candidate, field, text, ranges } of matches) {
          const { value, title, aliases = [] } = fullOf(candidate);
          const own = { value: [value], title: [title], alias: aliases, reading: [value] };
          expect(own[field]).toContain(text);
          expect(field === 'reading' ? ranges : []).toEqual([]);
        }
      }),
    );
  });

  it('scores never rise along the matches, and only a value typed exactly scores 1', () => {
    fc.assert(
      fc.property(...cases, (candidates, query, options) => {
        const { matches } = createIndex(candidates, options).search(query);
        const scores = matches.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const { score, text, field } of matches) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score === 1).toBe(query.trim() !== '' && field === 'value' && text === query);
        }
      }),
    );
  });

  it('typing on neither adds a match nor lifts one to a better band, but for what the page names', () => {
    const bases = characters.filter((character) => !/\p{M}|\p{C}|\u200d/u.test(character));
    fc.assert(
      fc.property(
        lists(bases),
        texts(bases, 9),
        fc.constantFrom(...bases),
        options(bases),
        (candidates, query, next, more) => {
          fc.pre(query.trim() !== '');
          const index = createIndex(candidates, { ...more, enough: Infinity });
          const before = new Map(index.search(query).matches.map((match) => [match.candidate, match]));
          const wasComplete = [...before.values()].some(({ band }) => isComplete(band));
          for (const { candidate, score, band, field } of index.search(query + next).matches) {
            const match = before.get(candidate);
            if (isComplete(band) || match?.band === 'extension') continue;
            // Extensions of readings are found by one of several words alone.
            if (field === 'reading' && band === 'words' && !SEPARATOR.test(query)) continue;
            const from = FORGIVEN_FROM[band as Band] ?? 0;
            if (from > 0 && (wasComplete || foldedLength(query) < from)) continue;
            expect(score).toBeLessThanOrEqual(match?.score ?? -1);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
