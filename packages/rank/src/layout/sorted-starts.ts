import type { Columns, Starts } from './columns.js';
import { BLOCK_BITS } from './columns.js';
import { MAX_REPEAT } from './note-repeats.js';
import { NumberList } from './number-list.js';
import { POSITION, sortPositions } from './sort-positions.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** Marks positions that repeat something. */
const REPEATS = POSITION + 1;

/** Sorts starts. `repeats` is by position; see `noteRepeats`. */
export function* sortedStarts(
  { values, length }: NumberList,
  codes: Columns['codes'],
  repeats: Uint8Array,
): Steps<Starts> {
  const positions = new Uint32Array(length);
  yield* inSteps(length, (i) => {
    const position = values[i] as number;
    // Said here, as long as positions ascend: in the order that they get they lie all over the memory.
    positions[i] = repeats[position] === 0 ? position : position + REPEATS;
    return 1;
  });
  yield* sortPositions(positions, codes, values);
  const block = 1 << BLOCK_BITS;
  const minima = new Uint32Array((length + block - 1) >>> BLOCK_BITS).fill(POSITION);
  const places = Array.from({ length: MAX_REPEAT }, () => new NumberList(8));
  yield* inSteps(length, (i) => {
    const sorted = positions[i] as number;
    const position = sorted & POSITION;
    positions[i] = position;
    const b = i >>> BLOCK_BITS;
    if (position < (minima[b] as number)) minima[b] = position;
    let same = sorted < REPEATS ? 0 : (repeats[position] as number);
    for (; same > 0; same--) (places[same - 1] as NumberList).push(i);
    return 1;
  });
  return { positions, minima, repeats: places.map((list) => list.values.slice(0, list.length)) };
}
