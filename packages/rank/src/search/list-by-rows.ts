import type { Columns } from '../layout/columns.js';
import { rowOf, startRowOf } from '../layout/rows.js';
import type { Word } from './query.js';
import type { TextList } from './text-list.js';

/** Lists texts that have all these characters: a superset, as characters share rows. */
export function listHaving(columns: Columns, codes: readonly number[], list: TextList): void {
  listByRows(columns, rowsOf(codes), list);
}

/**
 * Lists the texts that have the characters of words in order, the first of each at the start of a word (anywhere, if it is a sign). Exact,
 * but that the first of all may be in a file extension, and in paths.
 */
export function listScattered(columns: Columns, words: readonly Word[], list: TextList): void {
  const rows = rowsOf(words.flatMap(({ codes, isSign }) => (isSign ? codes : codes.slice(1))));
  for (const { codes, isSign } of words) if (!isSign) rows.unshift(startRowOf(codes[0] as number));
  listByRows(columns, rows, list);
  keepScattered(columns, words, list);
}

/** Keeps of a list those texts. */
export function keepScattered({ codes: buffer, from, wordStarts }: Columns, words: readonly Word[], list: TextList): void {
  const codes = words.flatMap((word) => word.codes);
  const isAnchored = words.flatMap((word) => word.codes.map((_, i) => i === 0 && !word.isSign));
  const { length } = codes;
  const { items } = list;
  let kept = 0;
  for (let n = 0; n < list.count; n++) {
    const text = items[n] as number;
    const end = (from[text + 1] as number) - 1;
    let next = codes[0];
    let isStart = isAnchored[0];
    for (let at = from[text] as number, i = 0; at < end; at++) {
      if (buffer[at] !== next || (isStart && (((wordStarts[at >>> 5] as number) >>> at) & 1) === 0)) continue;
      if (++i === length) {
        items[kept++] = text;
        break;
      }
      next = codes[i];
      isStart = isAnchored[i];
    }
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

function rowsOf(codes: readonly number[]): number[] {
  const rows: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const row = rowOf(codes[i] as number);
    if (!rows.includes(row)) rows.push(row);
  }
  return rows;
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
