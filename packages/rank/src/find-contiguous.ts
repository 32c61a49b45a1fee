import type { Word } from './query.js';
import type { Text } from './text.js';

/**
 * Offset of the first occurrence of a word at the start of a word, from `from` on and before `to`; -1 if there is none.
 * A word that begins with a sign is at a start wherever it is.
 */
export function findAtWordStart(word: Word, text: Text, from: number, to: number): number {
  const { folded, starts } = text;
  if (word.beginsWithSign) return findInside(word, text, from, to);
  const first = word.text.charCodeAt(0);
  for (let i = from === 0 ? 0 : firstAtLeast(starts, from); i < starts.length; i++) {
    const start = starts[i] as number;
    if (start >= to) return -1;
    if (folded.charCodeAt(start) === first && folded.startsWith(word.text, start)) return start;
  }
  return -1;
}

/** Offset of the first occurrence of a word, from `from` on and before `to`; -1 if there is none. */
export function findInside(word: Word, { folded }: Text, from: number, to: number): number {
  const start = folded.indexOf(word.text, from);
  return start < to ? start : -1;
}

/** Offset of the last occurrence of a word at the start of a word that begins before `to` and ends by `limit`; or -1. */
export function findLastAtWordStart(word: Word, text: Text, to: number, limit: number): number {
  const { folded, starts } = text;
  if (word.beginsWithSign) return findLastInside(word, text, to, limit);
  const latest = Math.min(to - 1, limit - word.text.length);
  for (let i = firstAtLeast(starts, latest + 1) - 1; i >= 0; i--) {
    const start = starts[i] as number;
    if (folded.startsWith(word.text, start)) return start;
  }
  return -1;
}

/** Offset of the last occurrence of a word that begins before `to` and ends by `limit`; or -1. */
export function findLastInside(word: Word, { folded }: Text, to: number, limit: number): number {
  const latest = Math.min(to - 1, limit - word.text.length);
  return latest < 0 ? -1 : folded.lastIndexOf(word.text, latest);
}

/** Index of the first of the ascending numbers that is at least `least`. */
export function firstAtLeast(ascending: readonly number[], least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
