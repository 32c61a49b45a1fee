import type { Columns, Starts } from './columns.js';
import { BLOCK_BITS } from './columns.js';
import { MAX_REPEAT } from './note-repeats.js';
import { NumberList } from './number-list.js';
import { sortPositions } from './sort-positions.js';
import type { Steps } from './steps.js';
import { endsStep } from './steps.js';

/** Sorts starts. `repeats` is by position; see `noteRepeats`. */
export function* sortedStarts(
  { values, length }: NumberList,
  codes: Columns['codes'],
  repeats: Uint8Array,
): Steps<Starts> {
  const positions = values.slice(0, length);
  yield* sortPositions(positions, codes, values);
  const block = 1 << BLOCK_BITS;
  const minima = new Uint32Array((length + block - 1) >>> BLOCK_BITS);
  const places = Array.from({ length: MAX_REPEAT }, () => new NumberList(8));
  for (let i = 0; i < length; i++) {
    const position = positions[i] as number;
    const b = i >>> BLOCK_BITS;
    if (i % block === 0 || position < (minima[b] as number)) minima[b] = position;
    for (let same = repeats[position] as number; same > 0; same--) (places[same - 1] as NumberList).push(i);
    if (endsStep(i, i + 1)) yield;
  }
  return { positions, minima, repeats: places.map((list) => list.values.slice(0, list.length)) };
}
