import { END } from '../text/codes.js';
import type { Columns } from './columns.js';
import type { NumberList } from './number-list.js';

/** Repeats are known for so many characters; longer queries have few matches, which can be looked at. */
export const MAX_REPEAT = 8;

/** Up to so many starts of one candidate are compared with one another. */
const FEW = 24;

/**
 * Notes, by position, how many characters of the starts of one candidate an earlier one of them has as well, up to MAX_REPEAT. What begins with a query
 * is counted by its place among sorted starts, and candidates that have it twice must count once.
 */
export function noteRepeats(codes: Columns['codes'], starts: NumberList, repeats: Uint8Array): void {
  const { values, length } = starts;
  if (length > FEW) return spell(codes, starts, repeats);
  for (let i = 1; i < length; i++) {
    const start = values[i] as number;
    for (let j = 0; j < i; j++) {
      const other = values[j] as number;
      let same = 0;
      while (same < MAX_REPEAT && codes[start + same] === codes[other + same] && codes[start + same] !== END)
        same++;
      if (same > (repeats[start] as number)) repeats[start] = same;
    }
  }
}

/** Follows the starts through a tree of all earlier ones, so that many take no longer each than few do. */
function spell(codes: Columns['codes'], { values, length }: NumberList, repeats: Uint8Array): void {
  const nodes = new Map<number, number>();
  for (let i = 0; i < length; i++) {
    const start = values[i] as number;
    let node = 0;
    for (let same = 0; same < MAX_REPEAT && codes[start + same] !== END; same++) {
      const edge = node * 0x10000 + (codes[start + same] as number);
      const known = nodes.get(edge);
      node = known ?? nodes.size + 1;
      if (known === undefined) nodes.set(edge, node);
      else repeats[start] = same + 1;
    }
  }
}
