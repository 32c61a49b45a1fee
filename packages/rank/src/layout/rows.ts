import { emptySet } from './bit-set.js';
import type { Layout } from './lay-out.js';
import type { Rows } from './columns.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** Letters and digits of ASCII and the usual separators have a row alone; the other characters of ASCII share six, all others sixteen. */
const ALONE = 'abcdefghijklmnopqrstuvwxyz0123456789-_./ @';

/** Rows below this are of one character each. */
export const ALONE_ROWS = 42;
const OTHER_ASCII = 6;
const OTHERS = 16;
const HAS_ROWS = 64;

/** Words start with letters and digits; those beyond ASCII share four rows. */
const LETTERS_AND_DIGITS = 36;
const OTHER_STARTS = 4;
const ROWS = HAS_ROWS + LETTERS_AND_DIGITS + OTHER_STARTS;

const ASCII_ROWS: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const alone = ALONE.indexOf(String.fromCharCode(code));
  return alone < 0 ? ALONE_ROWS + (code % OTHER_ASCII) : alone;
});

/** The row of the texts that have a character. */
export function rowOf(code: number): number {
  return code < 0x80 ? (ASCII_ROWS[code] as number) : HAS_ROWS - OTHERS + (code % OTHERS);
}

/** The row of the texts that have a word that starts with a character. */
export function startRowOf(code: number): number {
  const row = rowOf(code);
  return HAS_ROWS + (row < LETTERS_AND_DIGITS ? row : LETTERS_AND_DIGITS + (code % OTHER_STARTS));
}

/** Notes for each text what characters it has. */
export function* makeRows({ codes, from, wordStarts }: Layout): Steps<Rows> {
  const size = from.length - 1;
  const words = (size + 31) >>> 5;
  const bits = emptySet(ROWS * words * 32);
  // The bits of 32 texts in each row: a small buffer, where the rows themselves are far apart.
  const block = new Int32Array(ROWS);
  let stepEnd = STEP;
  for (let word = 0; word < words; word++) {
    const last = Math.min(word * 32 + 32, size);
    for (let t = word * 32; t < last; t++) noteText(codes, wordStarts, from[t] as number, 1 << t, block);
    for (let r = 0; r < ROWS; r++) {
      bits[r * words + word] = block[r] as number;
      block[r] = 0;
    }
    if ((from[last] as number) > stepEnd) {
      stepEnd = (from[last] as number) + STEP;
      yield;
    }
  }
  return { bits, words };
}

function noteText(
  codes: Layout['codes'],
  wordStarts: Int32Array,
  from: number,
  bit: number,
  block: Int32Array,
): void {
  for (let at = from; ; at++) {
    const code = codes[at] as number;
    if (code === 0) return;
    const row = rowOf(code);
    block[row] = (block[row] as number) | bit;
    if ((((wordStarts[at >>> 5] as number) >>> at) & 1) === 0) continue;
    const start = startRowOf(code);
    block[start] = (block[start] as number) | bit;
  }
}
