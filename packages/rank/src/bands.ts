/** The bands, best first. No match of one band ever comes before a match of an earlier one. */
export const BANDS = [
  'exact',
  'folded',
  'prefix',
  'word-start',
  'initials',
  'abbreviation',
  'missing-letter',
  'inside',
  'one-error',
  'words',
  'word-parts',
  'subsequence',
  'two-errors',
  'extension',
] as const;

/** How a query was found in a text; docs/reference/ranking.md has an example of each. */
export type Band = (typeof BANDS)[number];

/** The steps of the order, finer than the bands: some bands have several, which follow one another. */
export const TIER = {
  exact: 0,
  folded: 1,
  prefix: 2,
  wordStart: 3,
  /** From the first word on. */
  firstInitials: 4,
  initials: 5,
  abbreviation: 6,
  missingLetter: 7,
  inside: 8,
  /** At the start of the text or of the last segment, with the first character right. */
  headError: 9,
  firstError: 10,
  wordError: 11,
  wordsInOrder: 12,
  wordsAnyOrder: 13,
  wordsInsideInOrder: 14,
  wordsInsideAnyOrder: 15,
  wordParts: 16,
  subsequence: 17,
  twoErrors: 18,
  extension: 19,
} as const;

/** Number of tiers: one more than the last. */
export const TIER_COUNT = 20;

/** By tier: the index of its band. */
const BAND_OF_TIER: readonly number[] = [0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 9, 9, 9, 10, 11, 12, 13];

/** The band that a tier belongs to. */
export function bandOfTier(tier: number): Band {
  return BANDS[BAND_OF_TIER[tier] as number] as Band;
}

/** The last tier of a band, or of all bands where none is named. */
export function lastTier(band: Band | undefined): number {
  return band === undefined ? TIER_COUNT - 1 : BAND_OF_TIER.lastIndexOf(BANDS.indexOf(band));
}
