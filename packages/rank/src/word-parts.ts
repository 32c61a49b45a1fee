import { firstAtLeast } from './find-contiguous.js';
import type { Word } from './query.js';
import type { Spans } from './spans.js';
import type { Text } from './text.js';

/** Longest query that is looked for in beginnings of words: nobody abbreviates with more, and the cost grows with its square. */
export const MAX_PARTS_LENGTH = 32;

/** Texts with more words are prose, in which the beginnings of words spell anything. */
const MAX_WORDS = 256;

/** More words than a query can have characters. */
const IMPOSSIBLE = 255;

/**
 * The fewest words of a text, from offset `from` on, whose beginnings put together spell the query; 0 if none do. The
 * first of them has to start before the file extension. `row` is room for `MAX_PARTS_LENGTH + 1` numbers.
 */
export function countWordParts(word: Word, text: Text, from: number, row: Uint8Array): number {
  const first = firstAtLeast(text.starts, from);
  if (!isInReach(word, text, first)) return 0;
  const length = word.text.length;
  row.fill(IMPOSSIBLE, 0, length);
  row[length] = 0;
  for (let k = text.starts.length - 1; k >= first; k--) addWord(word, text, k, row);
  return row[0] === IMPOSSIBLE ? 0 : (row[0] as number);
}

/**
 * Appends the spans of those beginnings. Of all ways with the fewest words it takes the one with the earliest first
 * word and its longest beginning, then the earliest second word, and so on.
 */
export function appendWordParts(word: Word, text: Text, from: number, spans: Spans): void {
  const first = firstAtLeast(text.starts, from);
  const length = word.text.length;
  const rows: Uint8Array[] = [];
  let row = new Uint8Array(length + 1).fill(IMPOSSIBLE, 0, length);
  for (let k = text.starts.length - 1; k >= first; k--) {
    rows[k - first + 1] = row;
    row = row.slice();
    addWord(word, text, k, row);
  }
  for (let k = first, at = 0, left = row[0] as number; at < length; k++) {
    const start = text.starts[k] as number;
    const rest = rows[k - first + 1] as Uint8Array;
    if (at === 0 && start >= text.extension) return;
    for (let shared = sharedLength(word, at, text, k); shared > 0; shared--) {
      if (rest[at + shared] !== left - 1) continue;
      spans.push(start, start + shared);
      at += shared;
      left--;
      break;
    }
  }
}

/**
 * Makes a row of "fewest words that spell the query from here to its end" count the word before those it counts, in
 * place: an entry only reads entries behind it.
 */
function addWord(word: Word, text: Text, k: number, row: Uint8Array): void {
  const isBeforeExtension = (text.starts[k] as number) < text.extension;
  for (let at = isBeforeExtension ? 0 : 1; at < word.text.length; at++) {
    let fewest = row[at] as number;
    for (let shared = sharedLength(word, at, text, k); shared > 0; shared--) {
      const rest = row[at + shared] as number;
      if (rest < fewest - 1) fewest = rest + 1;
    }
    row[at] = fewest;
  }
}

/** How many characters of the query from `at` on word `k` of the text begins with. */
function sharedLength(word: Word, at: number, text: Text, k: number): number {
  const start = text.starts[k] as number;
  const longest = Math.min(word.text.length - at, (text.starts[k + 1] ?? text.folded.length) - start);
  let shared = 0;
  while (shared < longest && text.folded.charCodeAt(start + shared) === word.text.charCodeAt(at + shared))
    shared++;
  return shared;
}

function isInReach(word: Word, text: Text, first: number): boolean {
  return (
    word.text.length <= MAX_PARTS_LENGTH &&
    text.starts.length - first <= MAX_WORDS &&
    hasStartWith(word.text.charCodeAt(0), text, first)
  );
}

/** Spares most texts the counting. */
function hasStartWith(unit: number, { folded, starts }: Text, first: number): boolean {
  for (let k = first; k < starts.length; k++)
    if (folded.charCodeAt(starts[k] as number) === unit) return true;
  return false;
}
