import type { Columns } from '../layout/columns.js';
import { isPathSeparator } from '../text/path-parts.js';
import { CODE_MASKS, MAX_MASK, fillMasks } from './code-masks.js';
import { fetchAhead } from './fetch-ahead.js';
import type { TextList } from './text-list.js';

/**
 * Keeps of a list the texts in which beginnings of words may spell the query; without gaps, of words that follow one another from the first of the
 * text or of a path's segment. Most texts have none, and all others are expensive to look into. One pass over a text follows all ways
 * to spell at once, a bit for each number of characters spelled so far.
 */
export function keepSpelled(
  columns: Columns,
  query: readonly number[],
  hasGaps: boolean,
  list: TextList,
): void {
  if (query.length > MAX_MASK) return;
  const { codes, from, wordStarts, hasPaths } = columns;
  const { items, masks } = list;
  const last = fillMasks(masks, query);
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    fetchAhead(columns, list, n);
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    // Bit n: the first n characters can be spelled by words before the next.
    let spelled = 1;
    // Bit n: the character n would go on from the one that was just read, or begin this word.
    let open = 0;
    for (let at = from[text] as number; at < end; at++) {
      if ((((wordStarts[at >>> 5] as number) >>> at) & 1) === 1) {
        open = spelled;
        if (!hasGaps) spelled = 0;
      }
      const code = codes[at] as number;
      if (open === 0) {
        if (hasGaps) continue;
        if (hasPaths) {
          if (isPathSeparator(code)) spelled |= 1;
          continue;
        }
        // What the first words did not begin with no others can, and signs before the first word change nothing.
        if (spelled === 0) break;
        continue;
      }
      if (!hasGaps && isPathSeparator(code)) spelled |= 1;
      open &= masks[code % CODE_MASKS] as number;
      if ((open & last) !== 0) {
        items[kept++] = text;
        break;
      }
      open <<= 1;
      spelled |= open;
    }
  }
  list.count = kept;
}
