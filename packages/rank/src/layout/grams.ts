import type { Grams } from './columns.js';
import type { Layout } from './lay-out.js';
import { ALONE_ROWS, rowOf } from './rows.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** Grams below this are of characters that have a row alone, and of no others. The rest share what is above. */
export const ALONE_GRAMS: number = ALONE_ROWS ** 3;
const SHARED_BITS = 15;
const GRAMS = ALONE_GRAMS + (1 << SHARED_BITS);

/** Golden ratio times 2 ** 32: spreads numbers that lie close together (Knuth, TAOCP 6.4). */
const SPREAD = 0x9e3779b1;

/** With fewer characters in all, looking through them is about as fast, and the table of grams would weigh more than they do. */
const LEAST_CODES = 1 << 17;

/** The gram of three characters. */
export function gramOf(a: number, b: number, c: number): number {
  const first = rowOf(a);
  const second = rowOf(b);
  const third = rowOf(c);
  if (first < ALONE_ROWS && second < ALONE_ROWS && third < ALONE_ROWS)
    return (first * ALONE_ROWS + second) * ALONE_ROWS + third;
  const mixed = Math.imul(Math.imul(Math.imul(a, SPREAD) ^ b, SPREAD) ^ c, SPREAD);
  return ALONE_GRAMS + (mixed >>> (32 - SHARED_BITS));
}

/** Lists the texts of every gram: once to see how much room each needs, and once to write them down. */
export function* makeGrams({ codes, from }: Layout): Steps<Grams | undefined> {
  if (codes.length < LEAST_CODES) return undefined;
  const size = from.length - 1;
  const last = new Uint32Array(GRAMS);
  const ends = new Uint32Array(GRAMS + 1);
  let stepEnd = STEP;
  for (let t = 0; t < size; t++) {
    measureText(codes, from[t] as number, t + 1, last, ends);
    if ((from[t] as number) > stepEnd) {
      stepEnd = (from[t] as number) + STEP;
      yield;
    }
  }
  let end = 0;
  for (let g = 0; g <= GRAMS; g++) {
    const length = ends[g] as number;
    ends[g] = end;
    end += length;
  }
  const bytes = new Uint8Array(end);
  const starts = ends.slice();
  last.fill(0);
  yield;
  stepEnd = STEP;
  for (let t = 0; t < size; t++) {
    writeText(codes, from[t] as number, t + 1, { last, ends, bytes });
    if ((from[t] as number) > stepEnd) {
      stepEnd = (from[t] as number) + STEP;
      yield;
    }
  }
  return { from: starts, bytes };
}

function measureText(
  codes: Layout['codes'],
  position: number,
  number: number,
  last: Uint32Array,
  lengths: Uint32Array,
): void {
  let a = codes[position] as number;
  if (a === 0) return;
  let b = codes[position + 1] as number;
  if (b === 0) return;
  for (let at = position + 2; ; at++) {
    const c = codes[at] as number;
    if (c === 0) return;
    const gram = gramOf(a, b, c);
    const step = number - (last[gram] as number);
    if (step !== 0) {
      last[gram] = number;
      lengths[gram] =
        (lengths[gram] as number) +
        (step < 0x80 ? 1 : step < 0x4000 ? 2 : step < 0x200000 ? 3 : step < 0x10000000 ? 4 : 5);
    }
    a = b;
    b = c;
  }
}

interface Writing {
  last: Uint32Array;
  ends: Uint32Array;
  bytes: Uint8Array;
}

function writeText(
  codes: Layout['codes'],
  position: number,
  number: number,
  { last, ends, bytes }: Writing,
): void {
  let a = codes[position] as number;
  if (a === 0) return;
  let b = codes[position + 1] as number;
  if (b === 0) return;
  for (let at = position + 2; ; at++) {
    const c = codes[at] as number;
    if (c === 0) return;
    const gram = gramOf(a, b, c);
    let step = number - (last[gram] as number);
    if (step !== 0) {
      last[gram] = number;
      let end = ends[gram] as number;
      for (; step >= 0x80; step >>>= 7) bytes[end++] = (step & 0x7f) | 0x80;
      bytes[end++] = step;
      ends[gram] = end;
    }
    a = b;
    b = c;
  }
}
