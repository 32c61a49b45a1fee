import fc from 'fast-check';
import type { Candidate, CandidateInput } from '../src/index.js';

/**
 * Case, marks in both forms, letters that grow when folded, scripts without case, emoji and halves of them, separators,
 * signs, characters that nobody sees.
 */
export const ANY_CHARACTERS: readonly string[] = Array.from(
  'abcAB1-/. _+\\éİıißsﬁfœＡ中文かが가😀😁👩𠀀',
).concat(
  ['e\u0301', '\u0301', '\u1100\u1161', '👩‍💻', '👩‍👧', '🇩🇪', '🇩', '❤️', '\ud83d', '\ude00'],
  ['\u{f0000}', '\0', '\u200b', 'ি', '\r\n'],
);

/** So few that random candidates and queries meet often. */
export const FEW_CHARACTERS: readonly string[] = ['a', 'b', 'A', '-', '/', '.', ' ', 'é'];

export function texts(characters: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { maxLength }).map((list) => list.join(''));
}

/** Strings and whole candidates. */
export function candidates(characters: readonly string[], maxLength: number): fc.Arbitrary<CandidateInput> {
  const string = texts(characters, maxLength);
  const full: fc.Arbitrary<Candidate> = fc.record(
    {
      value: string,
      title: string,
      aliases: fc.array(string, { maxLength: 2 }),
      weight: fc.integer({ min: -1, max: 2 }),
    },
    { requiredKeys: ['value'] },
  );
  return fc.oneof(string, full);
}

/** None, or a function that reads every text in some random way, the same way every time. */
export function options(
  characters: readonly string[],
): fc.Arbitrary<{ readings?: (value: string) => string[] }> {
  const readings = fc.func<[string], string[]>(fc.array(texts(characters, 8), { maxLength: 2 }));
  return fc.record({ readings }, { requiredKeys: [] });
}

export function lists(characters: readonly string[]): fc.Arbitrary<CandidateInput[]> {
  return fc.array(candidates(characters, 8), { maxLength: 6 });
}
