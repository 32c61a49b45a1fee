import { kinds } from './typing.mjs';

/** Beyond the tenth place nobody looks. */
const lastPlace = 10;

/** 1 for the first place, a half for the second, 0 for none (0) and from the eleventh on. */
export function reciprocalRank(place) {
  return place >= 1 && place <= lastPlace ? 1 / place : 0;
}

/** The share of a value's letters that need not be typed, given its place after each key. */
export function keystrokesSaved(places, length) {
  const enough = places.findIndex((place) => reciprocalRank(place) > 0);
  return enough === -1 ? 0 : Math.max(0, 1 - (enough + 1) / length);
}

export function mean(numbers) {
  return numbers.length === 0 ? NaN : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The q-th quantile (0 to 1), between the two nearest numbers. */
export function quantile(numbers, q) {
  const sorted = Float64Array.from(numbers).sort();
  const at = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/**
 * How well an engine found what was looked for: MRR@10 of the finished text by kind of typing, their mean (each kind counts the
 * same, however often it occurs), and the share of keys saved.
 */
export function relevanceOf(outcomes) {
  const byKind = kinds.map((kind) => outcomes.filter((outcome) => outcome.kind === kind));
  const present = byKind.filter((group) => group.length > 0);
  const mrrOf = (group) => mean(group.map(({ place }) => reciprocalRank(place)));
  const savedOf = (group) =>
    mean(
      group
        .filter(({ places }) => places !== undefined)
        .map(({ places, length }) => keystrokesSaved(places, length)),
    );
  return {
    mrr: byKind.map((group) => (group.length === 0 ? undefined : mrrOf(group))),
    mean: mean(present.map(mrrOf)),
    saved: mean(present.map(savedOf).filter((saved) => !Number.isNaN(saved))),
  };
}

/** How many times slower than ours an engine is on the keys that both were asked. */
export function ratioOf(theirs, ours, q) {
  const shared = Math.min(theirs.length, ours.length);
  return quantile(theirs.slice(0, shared), q) / quantile(ours.slice(0, shared), q);
}
