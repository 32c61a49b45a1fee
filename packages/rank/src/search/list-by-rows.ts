import type { Columns } from '../layout/columns.js';
import { rowOf, startRowOf } from '../layout/rows.js';
import type { Word } from './query.js';
import { CODE_MASKS, MAX_MASK, fillMasks } from './code-masks.js';
import { fetchAhead } from './fetch-ahead.js';
import type { TextList } from './text-list.js';

/** Lists texts that have all these characters: a superset, as characters share rows. */
export function listHaving(columns: Columns, codes: readonly number[], list: TextList): void {
  listByRows(columns, rowsOf(codes), list);
}

/** The rows of characters, each once. */
export function rowsOf(codes: readonly number[]): number[] {
  const rows: number[] = [];
  for (let i = 0; i < codes.length; i++) addRow(rowOf(codes[i] as number), rows);
  return rows;
}

/** Lists the texts in which words that follow one another have these initials. */
export function listInitials(columns: Columns, initials: readonly number[], list: TextList): void {
  const rows: number[] = [];
  for (let i = 0; i < initials.length; i++) addRow(startRowOf(initials[i] as number), rows);
  listByRows(columns, rows, list);
  keepInitials(columns, initials, list);
}

function keepInitials(columns: Columns, initials: readonly number[], list: TextList): void {
  const { codes: buffer, from, wordStarts } = columns;
  const { items, masks } = list;
  const last = fillMasks(masks, initials);
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    fetchAhead(columns, list, n);
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
 * Lists the texts that have the characters of words in order, the first of each that is no sign at the start of a word. Exact for
 * queries of up to `MAX_MASK` characters, but that this start may be that of a file extension.
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
  const [word] = words;
  if (words.length === 1 && word?.anchor === 0) keepFollowing(columns, word.codes, list);
  else keepMasked(columns, words, list);
}

/**
 * Follows all beginnings of the query at once, a bit for each: a loop without branches, which here costs less than one that looks for one
 * character after another.
 */
function keepMasked(columns: Columns, words: readonly Word[], list: TextList): void {
  const { codes: buffer, from, wordStarts } = columns;
  const { items, masks } = list;
  const codes: number[] = [];
  // Bit i: character i has to start a word.
  let starts = 0;
  for (const word of words) {
    const i = codes.length + word.anchor;
    if (word.anchor >= 0 && i < MAX_MASK) starts |= 1 << i;
    for (let n = 0; n < word.codes.length; n++) codes.push(word.codes[n] as number);
  }
  const last = fillMasks(masks, codes);
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    fetchAhead(columns, list, n);
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let found = 0;
    for (let at = from[text] as number; at < end; at++) {
      const isStart = ((wordStarts[at >>> 5] as number) >>> at) & 1;
      // Inside a word no bits of `starts` count.
      found |=
        ((found << 1) | 1) &
        (masks[(buffer[at] as number) % CODE_MASKS] as number) &
        ~(starts & (isStart - 1));
    }
    if ((found & last) !== 0) items[kept++] = text;
  }
  list.count = kept;
}

/** The same for one word without signs, by far the most frequent: from the first word on that begins as it does. */
function keepFollowing(columns: Columns, codes: readonly number[], list: TextList): void {
  const { codes: buffer, from, wordStarts } = columns;
  const { items, masks } = list;
  const last = fillMasks(masks, codes);
  const first = codes[0];
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    fetchAhead(columns, list, n);
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let at = from[text] as number;
    while (at < end && (buffer[at] !== first || (((wordStarts[at >>> 5] as number) >>> at) & 1) === 0)) at++;
    let found = at < end ? 1 : 0;
    while (++at < end) found |= (found << 1) & (masks[(buffer[at] as number) % CODE_MASKS] as number);
    if ((found & last) !== 0) items[kept++] = text;
  }
  list.count = kept;
}

/** Keeps of a list the texts that have codes side by side; `atStart`: at the start of a word. */
export function keepInside(
  columns: Columns,
  codes: readonly number[],
  list: TextList,
  atStart = false,
): void {
  const { codes: buffer, from, wordStarts } = columns;
  const { length } = codes;
  if (length === 0) return;
  const first = codes[0] as number;
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    fetchAhead(columns, list, n);
    const text = items[n] as number;
    const last = (from[text + 1] as number) - length;
    for (let at = from[text] as number; at < last; at++) {
      if (buffer[at] !== first || (atStart && (((wordStarts[at >>> 5] as number) >>> at) & 1) === 0))
        continue;
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

/** Lists the texts that have a bit in all rows. */
function listByRows(columns: Columns, rows: readonly number[], list: TextList): void {
  list.count = 0;
  addByRows(columns, rows, list);
}

/** Adds them to a list, 32 texts a step. */
export function addByRows({ rows: { bits, words } }: Columns, rows: readonly number[], list: TextList): void {
  const [first = 0, second = first, third = second] = rows;
  const a = first * words;
  const b = second * words;
  const c = third * words;
  const { length } = rows;
  for (let i = 0; i < words; i++) {
    let found = (bits[a + i] as number) & (bits[b + i] as number) & (bits[c + i] as number);
    for (let r = 3; found !== 0 && r < length; r++) found &= bits[(rows[r] as number) * words + i] as number;
    for (; found !== 0; found &= found - 1) list.push(i * 32 + 31 - Math.clz32(found & -found));
  }
}

/** Keeps of a list the texts that have a bit in all rows. */
export function keepByRows(
  { rows: { bits, words } }: Columns,
  rows: readonly number[],
  list: TextList,
): void {
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    let found = 1 << text;
    for (let r = 0; found !== 0 && r < rows.length; r++)
      found &= bits[(rows[r] as number) * words + (text >>> 5)] as number;
    if (found !== 0) items[kept++] = text;
  }
  list.count = kept;
}

/** Keeps of a list the texts that have a bit in one of the rows. */
export function keepByAnyRow(
  { rows: { bits, words } }: Columns,
  rows: readonly number[],
  list: TextList,
): void {
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    let found = 0;
    for (let r = 0; r < rows.length; r++) found |= bits[(rows[r] as number) * words + (text >>> 5)] as number;
    if (((found >>> text) & 1) === 1) items[kept++] = text;
  }
  list.count = kept;
}
