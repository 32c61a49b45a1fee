import type { Range } from './range.js';

/**
 * How many candidates there are among the starts of a range that have the query at no earlier start: all but those that repeat an earlier
 * one of their candidate. -1 if that is not known, which is so for repetitions longer than those noted.
 */
export function countNew({ starts, positions, low, high }: Range, length: number): number {
  if (starts === undefined || starts.positions !== positions) return -1;
  const { repeats } = starts;
  const noted = repeats[Math.min(length, repeats.length) - 1];
  if (noted === undefined || low === high) return high - low;
  const repeated = placeOf(noted, high) - placeOf(noted, low);
  return repeated > 0 && length > repeats.length ? -1 : high - low - repeated;
}

/** How many of ascending numbers are less than a number. */
function placeOf(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
