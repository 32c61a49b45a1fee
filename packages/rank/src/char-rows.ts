import type { BitSet } from './bit-set.js';
import { emptySet } from './bit-set.js';
import type { FlatTexts } from './flat-texts.js';
import { END, codeOf } from './flat-texts.js';

/** Rows a to z, then 0 to 9; all other characters share 28 rows. 64 in all: 8 bytes a candidate. */
const LETTERS = 26;
const DIGITS = 10;
const SHARED = 28;

/** Codes of the letters and digits that have a row alone. */
const CODE_OF_A = codeOf(0x61);
const CODE_OF_ZERO = codeOf(0x30);

/**
 * For each character the set of slots that have it in some text. A slot can match only if it has all characters of the
 * query, and the few that do come out of ANDing the rows, 32 slots a step.
 */
export class CharRows {
  readonly #rows: readonly BitSet[];
  readonly #all: BitSet;

  constructor({ codes, from }: FlatTexts, textsFrom: Uint32Array) {
    const size = textsFrom.length - 1;
    const rows = Array.from({ length: LETTERS + DIGITS + SHARED }, () => emptySet(size));
    for (let slot = 0, at = 0; slot < size; slot++) {
      const end = from[textsFrom[slot + 1] as number] as number;
      const bit = 1 << slot;
      for (; at < end; at++) {
        const code = codes[at] as number;
        if (code === END) continue;
        const row = rows[rowOf(code)] as BitSet;
        row[slot >>> 5] = (row[slot >>> 5] as number) | bit;
      }
    }
    this.#rows = rows;
    this.#all = emptySet(size).fill(-1);
    if (size % 32 !== 0) this.#all[this.#all.length - 1] = (1 << (size % 32)) - 1;
  }

  /** A new set of all slots. */
  all(): BitSet {
    return this.#all.slice();
  }

  /** A new set of the slots that may have all these characters, and certainly do where each has a row alone. */
  having(codes: readonly number[]): BitSet {
    const set = this.all();
    const isDone = new Uint8Array(this.#rows.length);
    for (const code of codes) {
      const r = rowOf(code);
      if (isDone[r] === 1) continue;
      isDone[r] = 1;
      const row = this.#rows[r] as BitSet;
      for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & (row[i] as number);
    }
    return set;
  }

  /** Whether the row of a character says for certain who has it. */
  isAlone(code: number): boolean {
    return rowOf(code) < LETTERS + DIGITS;
  }
}

function rowOf(code: number): number {
  const letter = code - CODE_OF_A;
  if (letter >= 0 && letter < LETTERS) return letter;
  const digit = code - CODE_OF_ZERO;
  if (digit >= 0 && digit < DIGITS) return LETTERS + digit;
  return LETTERS + DIGITS + (code % SHARED);
}
