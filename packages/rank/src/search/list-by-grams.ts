import type { Columns, Grams } from '../layout/columns.js';
import { gramOf } from '../layout/grams.js';
import { keepInside, listHaving } from './list-by-rows.js';
import type { TextList } from './text-list.js';

/** Characters of a gram. */
export const GRAM = 3;

/** Lists the texts that have codes side by side. */
export function listInside(columns: Columns, codes: readonly number[], list: TextList): void {
  const { grams } = columns;
  if (codes.length < GRAM) listHaving(columns, codes, list);
  else listByGrams(grams, codes, list);
  keepInside(columns, codes, list);
}

/** Lists texts that may have codes side by side, at least three: those of the two rarest grams. */
export function listByGrams(grams: Grams, codes: readonly number[], list: TextList): void {
  let rarest = gramAt(grams, codes, 0);
  let second = rarest;
  for (let i = 1; i + GRAM <= codes.length; i++) {
    const gram = gramAt(grams, codes, i);
    if (sizeOf(grams, gram) < sizeOf(grams, rarest)) {
      second = rarest;
      rarest = gram;
    } else if (second === rarest || sizeOf(grams, gram) < sizeOf(grams, second)) second = gram;
  }
  listGram(grams, rarest, list);
  if (second !== rarest) keepGram(grams, second, list);
}

function gramAt(grams: Grams, codes: readonly number[], i: number): number {
  return gramOf(grams, codes[i] as number, codes[i + 1] as number, codes[i + 2] as number);
}

function sizeOf({ from }: Grams, gram: number): number {
  return (from[gram + 1] as number) - (from[gram] as number);
}

function listGram(grams: Grams, gram: number, list: TextList): void {
  const { from, bytes } = grams;
  const end = from[gram + 1] as number;
  list.count = 0;
  list.makeRoom(sizeOf(grams, gram));
  const { items } = list;
  let text = -1;
  for (let at = from[gram] as number; at < end;) {
    let byte = bytes[at++] as number;
    let step = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number;
      step |= (byte & 0x7f) << shift;
    }
    text += step;
    items[list.count++] = text;
  }
}

/** Keeps of a list the texts of a gram. */
function keepGram({ from, bytes }: Grams, gram: number, list: TextList): void {
  const end = from[gram + 1] as number;
  const { items, count } = list;
  let kept = 0;
  let n = 0;
  let text = -1;
  for (let at = from[gram] as number; at < end && n < count;) {
    let byte = bytes[at++] as number;
    let step = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number;
      step |= (byte & 0x7f) << shift;
    }
    text += step;
    while (n < count && (items[n] as number) < text) n++;
    if (n < count && items[n] === text) items[kept++] = text;
  }
  list.count = kept;
}
