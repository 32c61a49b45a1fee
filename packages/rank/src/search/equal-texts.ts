import type { Columns } from '../layout/columns.js';
import { END, SORTED_DEPTH } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import type { Range } from './range.js';

/**
 * In a range of heads that begin with so many characters the texts that have no more, ascending; without a length all texts. Those that
 * have no more come first, as far as starts are sorted.
 */
export function equalTexts(columns: Columns, { positions, low, high }: Range, length?: number): number[] {
  const { codes, from } = columns;
  const texts: number[] = [];
  for (let i = low; i < high; i++) {
    const position = positions[i] as number;
    if (length !== undefined && codes[position + length] !== END) {
      if (length < SORTED_DEPTH) break;
      continue;
    }
    const text = textAt(columns, position);
    // The last segment of a path is not all of it.
    if (from[text] === position) texts.push(text);
  }
  // Starts that are alike come by candidate.
  return columns.extraSlots.length === 0 ? texts : texts.sort((a, b) => a - b);
}
