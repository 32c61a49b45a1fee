import { has } from '../layout/bit-set.js';
import type { Columns } from '../layout/columns.js';
import { rowOf, startRowOf } from '../layout/rows.js';
import type { Word } from './query.js';
import type { TextList } from './text-list.js';

/** One bit for each character of the query. */
const MAX_MASK = 31;

/** Codes are told apart by their last eight bits: all, where there are no more than these. */
const CODE_MASKS = 256;

/** Lists texts that have all these characters: a superset, as characters share rows. */
export function listHaving(columns: Columns, codes: readonly number[], list: TextList): void {
  const rows: number[] = [];
  for (let i = 0; i < codes.length; i++) addRow(rowOf(codes[i] as number), rows);
  listByRows(columns, rows, list);
}

/** Lists the texts in which words that follow one another have these initials. */
export function listInitials(columns: Columns, initials: readonly number[], list: TextList): void {
  const rows: number[] = [];
  for (let i = 0; i < initials.length; i++) addRow(startRowOf(initials[i] as number), rows);
  listByRows(columns, rows, list);
  keepInitials(columns, initials, list);
}

function keepInitials({ codes: buffer, from, wordStarts }: Columns, initials: readonly number[], list: TextList): void {
  // What is longer is told apart by its first characters, and looked into.
  const length = Math.min(initials.length, MAX_MASK);
  const masks = new Int32Array(CODE_MASKS);
  for (let i = 0; i < length; i++) {
    const m = (initials[i] as number) % CODE_MASKS;
    masks[m] = (masks[m] as number) | (1 << i);
  }
  const last = 1 << (length - 1);
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let at = from[text] as number;
    let bits = (wordStarts[at >>> 5] as number) & (-1 << at);
    // Bit i: the words up to here have the first i + 1 of the initials.
    for (let found = 0; ; bits &= bits - 1) {
      while (bits === 0 && (at | 31) < end) {
        at = (at | 31) + 1;
        bits = wordStarts[at >>> 5] as number;
      }
      if (bits === 0) break;
      const start = (at & ~31) + 31 - Math.clz32(bits & -bits);
      if (start >= end) break;
      found = ((found << 1) | 1) & (masks[(buffer[start] as number) % CODE_MASKS] as number);
      if ((found & last) === 0) continue;
      items[kept++] = text;
      break;
    }
  }
  list.count = kept;
}

/**
 * Lists the texts that have the characters of words in order, the first of each that is no sign at the start of a word. Exact, but
 * that this start may be that of a file extension.
 */
export function listScattered(columns: Columns, words: readonly Word[], list: TextList): void {
  const rows: number[] = [];
  for (const { codes, anchor } of words) {
    if (anchor >= 0) rows.unshift(startRowOf(codes[anchor] as number));
    for (let i = 0; i < codes.length; i++) if (i !== anchor) addRow(rowOf(codes[i] as number), rows);
  }
  listByRows(columns, rows, list);
  keepScattered(columns, words, list);
}

/** Keeps of a list those texts. */
export function keepScattered(columns: Columns, words: readonly Word[], list: TextList): void {
  let length = 0;
  for (const { codes } of words) length += codes.length;
  if (length > MAX_MASK) keepEmbedded(columns, words, list);
  else keepMasked(columns, words, length, list);
}

/**
 * Follows all beginnings of the query at once, a bit for each: a loop without branches, which here costs less than one that looks for one
 * character after another.
 */
function keepMasked({ codes: buffer, from, wordStarts }: Columns, words: readonly Word[], length: number, list: TextList): void {
  // Bit i of the mask of a code: it may be character i of the query; of `starts`: that one has to start a word.
  const masks = new Int32Array(CODE_MASKS);
  let starts = 0;
  let i = 0;
  for (const { codes, anchor } of words) {
    if (anchor >= 0) starts |= 1 << (i + anchor);
    for (let n = 0; n < codes.length; n++, i++) {
      const m = (codes[n] as number) % CODE_MASKS;
      masks[m] = (masks[m] as number) | (1 << i);
    }
  }
  const last = 1 << (length - 1);
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let found = 0;
    for (let at = from[text] as number; at < end; at++) {
      const isStart = ((wordStarts[at >>> 5] as number) >>> at) & 1;
      // Inside a word no bits of `starts` count.
      found |= ((found << 1) | 1) & (masks[(buffer[at] as number) % CODE_MASKS] as number) & ~(starts & (isStart - 1));
    }
    if ((found & last) !== 0) items[kept++] = text;
  }
  list.count = kept;
}

/** The same for longer queries. */
function keepEmbedded({ codes: buffer, from, wordStarts }: Columns, words: readonly Word[], list: TextList): void {
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let at = from[text] as number;
    for (const { codes, anchor } of words) {
      for (let i = 0; i < codes.length; i++, at++) {
        while (at < end && (buffer[at] !== codes[i] || (i === anchor && !has(wordStarts, at)))) at++;
      }
    }
    if (at <= end) items[kept++] = text;
  }
  list.count = kept;
}

/** Keeps of a list the texts that have codes side by side; `atStart`: at the start of a word. */
export function keepInside(
  { codes: buffer, from, wordStarts }: Columns,
  codes: readonly number[],
  list: TextList,
  atStart = false,
): void {
  const { length } = codes;
  if (length === 0) return;
  const first = codes[0] as number;
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    const last = (from[text + 1] as number) - length;
    for (let at = from[text] as number; at < last; at++) {
      if (buffer[at] !== first || (atStart && (((wordStarts[at >>> 5] as number) >>> at) & 1) === 0)) continue;
      let i = 1;
      while (i < length && buffer[at + i] === codes[i]) i++;
      if (i < length) continue;
      items[kept++] = text;
      break;
    }
  }
  list.count = kept;
}

function addRow(row: number, rows: number[]): void {
  if (!rows.includes(row)) rows.push(row);
}

/** Lists the texts that have a bit in all rows, 32 texts a step. */
function listByRows({ rows: { bits, words } }: Columns, rows: readonly number[], list: TextList): void {
  const [first = 0, second = first, third = second] = rows;
  const a = first * words;
  const b = second * words;
  const c = third * words;
  const { length } = rows;
  list.count = 0;
  for (let i = 0; i < words; i++) {
    let found = (bits[a + i] as number) & (bits[b + i] as number) & (bits[c + i] as number);
    for (let r = 3; found !== 0 && r < length; r++) found &= bits[(rows[r] as number) * words + i] as number;
    for (; found !== 0; found &= found - 1) list.push(i * 32 + 31 - Math.clz32(found & -found));
  }
}
