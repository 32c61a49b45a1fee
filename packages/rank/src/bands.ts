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

/** The steps of the order, by name. */
export * as TIER from './tiers.js';

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
