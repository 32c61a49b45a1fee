import { extensionStart, lastSegment } from '../text/path-parts.js';
import { has } from './bit-set.js';
import type { Layout } from './lay-out.js';
import { noteRepeats } from './note-repeats.js';
import { NumberList } from './number-list.js';
import type { Steps } from './steps.js';
import { TEXTS_A_STEP } from './steps.js';
import type { TextOrder } from './text-order.js';

/** Starts of texts and of last segments, of other words, and of file extensions. */
export type StartLists = readonly [heads: NumberList, inner: NumberList, late: NumberList];

/**
 * Finds all places where something starts, one candidate after another. What an earlier start of the same candidate has as well is noted in
 * `repeats`, by position.
 */
export function* collectStarts(
  layout: Layout,
  { extraSlots, fieldFrom }: TextOrder,
  repeats: Uint8Array,
): Steps<StartLists> {
  const size = fieldFrom[1] as number;
  const all = makeLists(layout.from.length);
  const ofCandidate = makeLists(8);
  const starts = new NumberList(8);
  // Within a field texts are in the order of slots.
  const next = fieldFrom.slice();
  for (let slot = 0; slot < size; slot++) {
    findStarts(layout, slot, ofCandidate);
    for (let field = 1; field + 1 < fieldFrom.length; field++) {
      let text = next[field] as number;
      while (text < (fieldFrom[field + 1] as number) && extraSlots[text - size] === slot)
        findStarts(layout, text++, ofCandidate);
      next[field] = text;
    }
    starts.length = 0;
    for (let kind = 0; kind < all.length; kind++) {
      const { values, length } = ofCandidate[kind] as NumberList;
      for (let i = 0; i < length; i++) {
        starts.push(values[i] as number);
        (all[kind] as NumberList).push(values[i] as number);
      }
      (ofCandidate[kind] as NumberList).length = 0;
    }
    noteRepeats(layout.codes, starts, repeats);
    if (slot % TEXTS_A_STEP === 0) yield;
  }
  return all;
}

function makeLists(room: number): StartLists {
  return [new NumberList(room), new NumberList(room), new NumberList(8)];
}

function findStarts(
  { codes, from, wordStarts }: Layout,
  text: number,
  [heads, inner, late]: StartLists,
): void {
  const start = from[text] as number;
  const end = (from[text + 1] as number) - 1;
  const base = lastSegment(codes, start, end);
  let extension = end;
  heads.push(start);
  if (base > start) {
    heads.push(base);
    extension = extensionStart(codes, base, end);
    if (extension < end) late.push(extension);
  }
  for (let at = start + 1; at < end; at++)
    if (has(wordStarts, at) && at !== base && at !== extension) inner.push(at);
}
