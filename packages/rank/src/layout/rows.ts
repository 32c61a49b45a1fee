import { END } from '../text/codes.js';
import { isPathSeparator } from '../text/path-parts.js';
import { emptySet, has } from './bit-set.js';
import type { Columns, Rows } from './columns.js';
import type { Layout } from './lay-out.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** Rows of texts that have a character. */
export const HAS_ROWS = 64;

/** Rows by the character that some word starts with, that the first word does, and that the second does. */
const START_ROWS = 32;

const ROWS: number = HAS_ROWS + 3 * START_ROWS;

const SLASHES = rowOf(0x2f);
const BACKSLASHES = rowOf(0x5c);

/** The row of the texts that have a character. Small letters, digits and usual separators of ASCII share none with one another. */
export function rowOf(code: number): number {
  return (code & 31) | ((code >>> 1) & 32);
}

/** The row of the texts that have a word that starts with a character. Small letters of ASCII share none with one another. */
export function startRowOf(code: number): number {
  return HAS_ROWS + (code & 31);
}

/** The row of the texts of which the first word starts with a character, or the first of some segment of a path. */
export function firstRowOf(code: number): number {
  return startRowOf(code) + START_ROWS;
}

/** The same for second words. */
export function secondRowOf(code: number): number {
  return startRowOf(code) + 2 * START_ROWS;
}

/** Whether a text has anything that separates segments of paths. Other characters share these rows. */
export function mayBePath({ bits, words }: Rows, text: number): boolean {
  return has(bits, SLASHES * words * 32 + text) || has(bits, BACKSLASHES * words * 32 + text);
}

/** Notes what characters each text has. */
export function* makeRows({ codes, from, wordStarts }: Layout): Steps<Rows> {
  const size = from.length - 1;
  const words = (size + 31) >>> 5;
  const bits = emptySet(ROWS * words * 32);
  // The rows of 32 texts: a small buffer, where the rows themselves are far apart.
  const block = new Int32Array(ROWS);
  yield* inSteps(words, (word) => {
    const last = Math.min(word * 32 + 32, size);
    for (let t = word * 32; t < last; t++) noteText(codes, wordStarts, from[t] as number, 1 << t, block);
    for (let row = 0; row < ROWS; row++) bits[row * words + word] = block[row] as number;
    block.fill(0);
    return (from[last] as number) - (from[word * 32] as number);
  });
  return { bits, words };
}

function noteText(
  codes: Columns['codes'],
  wordStarts: Int32Array,
  from: number,
  bit: number,
  block: Int32Array,
): void {
  // Words of the text so far, and of this segment.
  let inText = 0;
  let inSegment = 0;
  for (let at = from; ; at++) {
    const code = codes[at] as number;
    if (code === END) return;
    addBit(block, rowOf(code), bit);
    if (isPathSeparator(code)) inSegment = 0;
    if ((((wordStarts[at >>> 5] as number) >>> at) & 1) === 0) continue;
    addBit(block, startRowOf(code), bit);
    inText++;
    inSegment++;
    if (inSegment === 1) addBit(block, firstRowOf(code), bit);
    if (inText === 2 || inSegment === 2) addBit(block, secondRowOf(code), bit);
  }
}

function addBit(block: Int32Array, row: number, bit: number): void {
  block[row] = (block[row] as number) | bit;
}
