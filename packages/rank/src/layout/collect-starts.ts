import { extensionStart, lastSegment } from '../text/path-parts.js';
import { sizeOf } from './bit-set.js';
import type { Rows } from './columns.js';
import type { Layout } from './lay-out.js';
import { noteRepeats } from './note-repeats.js';
import { NumberList } from './number-list.js';
import { mayBePath } from './rows.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';
import type { TextOrder } from './text-order.js';

/** Starts of texts and of last segments, of other words, and of file extensions. */
export type StartLists = readonly [heads: NumberList, inner: NumberList, late: NumberList];

/**
 * Finds all places where something starts, one candidate after another. What an earlier start of the same candidate has as well is noted in
 * `repeats`, by position.
 */
export function* collectStarts(
  layout: Layout,
  rows: Rows,
  { extraSlots, fieldFrom }: TextOrder,
  repeats: Uint8Array,
): Steps<StartLists> {
  const { codes, from } = layout;
  const size = fieldFrom[1] as number;
  // Room for more than there are, which costs nothing as long as nothing is in it; to move costs more.
  const all: StartLists = [
    new NumberList(2 * from.length),
    new NumberList(sizeOf(layout.wordStarts)),
    new NumberList(8),
  ];
  const starts = new NumberList(8);
  const noted = all.map(() => 0);
  // Within a field texts are in the order of slots.
  const next = fieldFrom.slice();
  yield* inSteps(size, (slot) => {
    findStarts(layout, rows, slot, all);
    for (let field = 1; field + 1 < fieldFrom.length; field++) {
      let text = next[field] as number;
      while (text < (fieldFrom[field + 1] as number) && extraSlots[text - size] === slot)
        findStarts(layout, rows, text++, all);
      next[field] = text;
    }
    starts.length = 0;
    for (let kind = 0; kind < all.length; kind++) {
      const { values, length } = all[kind] as NumberList;
      for (let i = noted[kind] as number; i < length; i++) starts.push(values[i] as number);
      noted[kind] = length;
    }
    noteRepeats(codes, starts, repeats);
    return (from[slot + 1] as number) - (from[slot] as number);
  });
  return all;
}

function findStarts(
  { codes, from, wordStarts }: Layout,
  rows: Rows,
  text: number,
  [heads, inner, late]: StartLists,
): void {
  const start = from[text] as number;
  const end = (from[text + 1] as number) - 1;
  const base = mayBePath(rows, text) ? lastSegment(codes, start, end) : start;
  let extension = end;
  heads.push(start);
  if (base > start) {
    heads.push(base);
    extension = extensionStart(codes, base, end);
    if (extension < end) late.push(extension);
  }
  let at = start;
  let bits = (wordStarts[at >>> 5] as number) & (-2 << at);
  for (;;) {
    while (bits === 0) {
      at = (at | 31) + 1;
      if (at >= end) return;
      bits = wordStarts[at >>> 5] as number;
    }
    const word = (at & ~31) + 31 - Math.clz32(bits & -bits);
    if (word >= end) return;
    if (word !== base && word !== extension) inner.push(word);
    bits &= bits - 1;
  }
}
