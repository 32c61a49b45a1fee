import type { Columns } from '../../src/layout/columns.js';
import { END, SORTED_DEPTH } from '../../src/layout/columns.js';
import { has } from '../../src/layout/bit-set.js';
import { slotOf } from '../../src/layout/text-owner.js';
import { extensionStart, lastSegment } from '../../src/text/path-parts.js';

/** What columns have to say of starts, found out the slow way from their codes and the starts of words. */
export interface PlainStart {
  position: number;
  slot: number;
  /** The codes from there on. */
  codes: readonly number[];
}

export type StartKind = 'heads' | 'inner' | 'late';

/** All starts in the order of positions. */
export function plainStarts(columns: Columns): Record<StartKind, PlainStart[]> {
  const found: Record<StartKind, PlainStart[]> = { heads: [], inner: [], late: [] };
  const { codes, from, textCount, wordStarts } = columns;
  for (let text = 0; text < textCount; text++) {
    const start = from[text] as number;
    const end = (from[text + 1] as number) - 1;
    const base = lastSegment(codes, start, end);
    const extension = base > start ? extensionStart(codes, base, end) : end;
    const slot = slotOf(columns, text);
    const rest = (position: number): number[] => Array.from(codes.subarray(position, end));
    const words = Array.from({ length: end - start }, (_, i) => start + i).filter((at) =>
      has(wordStarts, at),
    );
    for (const position of new Set([start, base]))
      found.heads.push({ position, slot, codes: rest(position) });
    if (extension < end) found.late.push({ position: extension, slot, codes: rest(extension) });
    words.forEach((position) => {
      if (position === extension) return;
      if (position !== start && position !== base)
        found.inner.push({ position, slot, codes: rest(position) });
    });
  }
  return found;
}

/** Whether what starts at one comes before what starts at the other, or is the same. */
export function inOrder(a: PlainStart, b: PlainStart): boolean {
  const length = inCommon(a.codes, b.codes);
  return length >= SORTED_DEPTH || (a.codes[length] ?? END) <= (b.codes[length] ?? END);
}

export function inCommon(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
