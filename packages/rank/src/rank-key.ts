import { TIER_COUNT } from './bands.js';
import type { Field } from './candidate.js';
import type { Placement } from './placement.js';

/** Value before title before aliases before readings, inside a tier. */
const FIELD_RANK: Readonly<Record<Field, number>> = { value: 0, title: 1, alias: 2, reading: 3 };
const FIELD_COUNT = 4;

/**
 * Keys are packed into doubles, which are exact up to 53 bits: one for the tier, field and weight, one for the place
 * (4 + 20 + 1 + 20 bits), one for the length and the given order (21 + 32 bits). What is larger than its share
 * counts as the largest.
 */
const MAX_OUTSIDE = 2 ** 4 - 1;
const MAX_OFFSET = 2 ** 20 - 1;
const MAX_LENGTH = 2 ** 21 - 1;

/** Step of the order that a tier and a field make: 0 is an exact value. */
export function stepOf(tier: number, field: Field): number {
  return tier * FIELD_COUNT + FIELD_RANK[field];
}

/** What a match with this step is worth: 1 for an exact value, falling towards 0. */
export function scoreOf(step: number): number {
  return 1 - step / (TIER_COUNT * FIELD_COUNT);
}

/** First of the numbers that decide the order: step, then weight, which is given by its rank, 0 being the highest. */
export function firstKey(step: number, weightRank: number): number {
  return step * 2 ** 32 + weightRank;
}

/** Second: nearer to the last segment, tighter, in its own case, earlier. */
export function secondKey({ outside, looseness, isSameCase, position }: Placement): number {
  const place = Math.min(outside, MAX_OUTSIDE) * (MAX_OFFSET + 1) + Math.min(looseness, MAX_OFFSET);
  return (place * 2 + (isSameCase ? 0 : 1)) * (MAX_OFFSET + 1) + Math.min(position, MAX_OFFSET);
}

/** Third: shorter, then given first. */
export function thirdKey(length: number, order: number): number {
  return Math.min(length, MAX_LENGTH) * 2 ** 32 + order;
}
