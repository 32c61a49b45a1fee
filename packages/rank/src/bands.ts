/** The bands, best first. No match of one band ever comes before a match of an earlier one. */
export const BANDS = [
  'exact',
  'folded',
  'prefix',
  'word-start',
  'initials',
  'inside',
  'word-parts',
  'subsequence',
  'extension',
] as const;

/** How a query was found in a text; docs/reference/ranking.md has an example of each. */
export type Band = (typeof BANDS)[number];

/**
 * The steps of the order, finer than the bands: where a query of several words can be found as it was typed,
 * by its words in order, or by its words in any order, these follow one another inside the band.
 */
export const TIER = {
  exact: 0,
  folded: 1,
  prefix: 2,
  wordStart: 3,
  wordStartInOrder: 4,
  wordStartAnyOrder: 5,
  initials: 6,
  inside: 7,
  insideInOrder: 8,
  insideAnyOrder: 9,
  wordParts: 10,
  subsequence: 11,
  subsequenceAnyOrder: 12,
  extension: 13,
} as const;

/** Number of tiers: one more than the last. */
export const TIER_COUNT = 14;

const BAND_OF_TIER: readonly Band[] = [
  'exact',
  'folded',
  'prefix',
  'word-start',
  'word-start',
  'word-start',
  'initials',
  'inside',
  'inside',
  'inside',
  'word-parts',
  'subsequence',
  'subsequence',
  'extension',
];

/** The band that a tier belongs to. */
export function bandOfTier(tier: number): Band {
  return BAND_OF_TIER[tier] ?? 'extension';
}

/** The last tier of a band, or of all bands where none is named. */
export function lastTier(band: Band | undefined): number {
  return band === undefined ? TIER_COUNT - 1 : BAND_OF_TIER.lastIndexOf(band);
}
