import type { Steps } from './steps.js';
import { NUMBERS_A_STEP } from './steps.js';

/** Makes of numbers of things, one kind after another, the places where these start; gives the place behind the last. */
export function toStarts(counts: Uint32Array, first = 0): number {
  let start = first;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    counts[i] = start;
    start += count;
  }
  return start;
}

/** Sorts things by a number of each, of which `most` is the largest that counts; those with equal numbers keep their order. Without an order they are as numbered. */
export function* countingSort(
  order: Uint32Array | undefined,
  numbers: Uint32Array,
  most: number,
): Steps<Uint32Array> {
  const places = new Uint32Array(most + 1);
  const sorted = new Uint32Array(numbers.length);
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < numbers.length; i++) {
      const thing = order === undefined ? i : (order[i] as number);
      const number = Math.min(numbers[thing] as number, most);
      const place = places[number] as number;
      places[number] = place + 1;
      if (round === 1) sorted[place] = thing;
      if (i % NUMBERS_A_STEP === 0) yield;
    }
    if (round === 0) toStarts(places);
  }
  return sorted;
}
