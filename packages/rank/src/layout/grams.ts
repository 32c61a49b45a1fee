import { END } from '../text/codes.js';
import type { Columns, Grams } from './columns.js';
import { toStarts } from './to-starts.js';
import type { Layout } from './lay-out.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** As many grams as characters in all, up to about as many as letters and digits make that people use together. */
const MAX_GRAM_BITS = 17;

/** Golden ratio times 2 ** 32: spreads numbers that lie close together (Knuth, TAOCP 6.4). */
const SPREAD = 0x9e3779b1;

/** The gram of three characters, which others may have too. */
export function gramOf({ shift }: Pick<Grams, 'shift'>, a: number, b: number, c: number): number {
  return Math.imul((a << 14) ^ (b << 7) ^ c, SPREAD) >>> shift;
}

/** Grams with room for the texts that have them, but without these. */
export function* measureGrams(layout: Layout): Steps<Grams> {
  const shift = Math.max(Math.clz32(layout.codes.length), 32 - MAX_GRAM_BITS);
  const from = new Uint32Array(2 ** (32 - shift) + 1);
  yield* noteTexts(layout, shift, from);
  return { shift, from, bytes: new Uint8Array(toStarts(from)) };
}

/** Writes down the texts of every gram, whatever there was in their room. */
export function fillGrams(layout: Layout, { shift, from, bytes }: Grams): Steps<void> {
  return noteTexts(layout, shift, from.slice(), bytes);
}

/** Goes through all texts, moving the end of each gram by what its texts take; with `bytes`, writes them there. */
function* noteTexts(
  { codes, from }: Layout,
  shift: number,
  ends: Uint32Array,
  bytes?: Uint8Array,
): Steps<void> {
  const last = new Uint32Array(ends.length);
  const noting = { shift, last, ends, bytes };
  yield* inSteps(from.length - 1, (text) => {
    noteText(codes, from[text] as number, text + 1, noting);
    return (from[text + 1] as number) - (from[text] as number);
  });
}

interface Noting {
  readonly shift: number;
  /** By gram: number of the last text that has it. */
  readonly last: Uint32Array;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array | undefined;
}

function noteText(codes: Columns['codes'], from: number, number: number, noting: Noting): void {
  const { last, ends, bytes } = noting;
  let a = END;
  let b = END;
  for (let at = from; ; at++) {
    const c = codes[at] as number;
    if (c === END) return;
    if (a !== END) {
      const gram = gramOf(noting, a, b, c);
      let step = number - (last[gram] as number);
      last[gram] = number;
      for (; step > 0; step >>>= 7) {
        const end = ends[gram] as number;
        ends[gram] = end + 1;
        if (bytes !== undefined) bytes[end] = (step & 0x7f) | (step < 0x80 ? 0 : 0x80);
      }
    }
    a = b;
    b = c;
  }
}
