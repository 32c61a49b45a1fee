import type { UnsortedStarts } from './collect-starts.js';
import { BLOCK_BITS } from './columns.js';
import type { Starts } from './columns.js';
import { NumberList, concatenate } from './number-list.js';
import { MAX_REPEAT } from './repeats.js';
import { sortByCodes } from './sort-by-codes.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** Sorts starts, where they are. With `wordAt`, positions are places in it that stand for others, which they become in the end. */
export function* sortedStarts(
  { positions, codes, repeated }: UnsortedStarts,
  wordAt?: Uint32Array,
): Steps<Starts> {
  yield* sortByCodes(positions, codes);
  const minima = new Uint32Array((positions.length + (1 << BLOCK_BITS) - 1) >>> BLOCK_BITS).fill(0xffffffff);
  const repeats = Array.from({ length: MAX_REPEAT }, () => new NumberList());
  for (let i = 0; i < positions.length; i++) {
    const sorted = positions[i] as number;
    for (let depth = repeated[sorted] as number; depth > 0; depth--)
      (repeats[depth - 1] as NumberList).push(i);
    const position = wordAt === undefined ? sorted : (wordAt[sorted] as number);
    positions[i] = position;
    if (position < (minima[i >>> BLOCK_BITS] as number)) minima[i >>> BLOCK_BITS] = position;
    if (i % STEP === 0) yield;
  }
  return { positions, minima, repeats: repeats.map((list) => concatenate([list])) };
}
