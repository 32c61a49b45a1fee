import { SORTED_DEPTH } from './columns.js';
import type { Steps } from './steps.js';

/** Up to so many are sorted by insertion, which beats counting digits. */
const FEW = 40;

/** More than so many are parted before they are sorted: what is sorted in one step stays in the cache, and is over soon. */
const MANY = 1 << 15;

const DIGITS = 256;
const FIRST_SHIFT = 24;

/**
 * Sorts positions in a buffer by the codes from there on, up to SORTED_DEPTH or the end of the text; equal ones keep their order.
 *
 * Radix sort by keys of 32 bits: the next four codes of every position (two, where codes have 16 bits), which are read once and move along.
 * Positions with equal keys are sorted by those that follow. No two texts are ever compared, so that equal ones cost no more than others.
 */
export function sortByCodes(positions: Uint32Array, codes: Uint8Array | Uint16Array): Steps<void> {
  return new CodeSorter(positions, codes).part(0, positions.length, 0, FIRST_SHIFT);
}

class CodeSorter {
  readonly #positions: Uint32Array;
  readonly #codes: Uint8Array | Uint16Array;
  readonly #keys: Uint32Array;
  readonly #sparePositions: Uint32Array;
  readonly #spareKeys: Uint32Array;
  readonly #counts: Uint32Array = new Uint32Array(4 * DIGITS);
  readonly #bitsPerCode: number;
  readonly #codesPerKey: number;

  constructor(positions: Uint32Array, codes: Uint8Array | Uint16Array) {
    this.#positions = positions;
    this.#codes = codes;
    this.#keys = new Uint32Array(positions.length);
    this.#sparePositions = new Uint32Array(positions.length);
    this.#spareKeys = new Uint32Array(positions.length);
    this.#bitsPerCode = codes.BYTES_PER_ELEMENT * 8;
    this.#codesPerKey = 4 / codes.BYTES_PER_ELEMENT;
  }

  /** Parts by the digit of the keys at `shift` what has all before it in common, and sorts the parts. */
  *part(low: number, high: number, depth: number, shift: number): Steps<void> {
    if (high - low <= MANY) {
      this.#sort(low, high, depth);
      yield;
      return;
    }
    if (shift < 0) {
      if (this.#goesOn(low, depth)) yield* this.part(low, high, depth + this.#codesPerKey, FIRST_SHIFT);
      return;
    }
    const ends = new Uint32Array(DIGITS);
    for (let i = low; i < high; i += MANY) {
      const end = Math.min(i + MANY, high);
      if (shift === FIRST_SHIFT) this.#readKeys(i, end, depth);
      this.#count(i, end, shift, ends);
      yield;
    }
    let first = low;
    ends.forEach((count, digit) => {
      ends[digit] = first;
      first += count;
    });
    for (let i = low; i < high; i += MANY) {
      this.#move(i, Math.min(i + MANY, high), shift, ends);
      yield;
    }
    this.#takeBack(low, high);
    first = low;
    for (const end of ends) {
      if (end - first > 1) yield* this.part(first, end, depth, shift - 8);
      first = end;
    }
  }

  /** Sorts what has `depth` codes in common. */
  #sort(low: number, high: number, depth: number): void {
    this.#readKeys(low, high, depth);
    if (high - low <= FEW) this.#insert(low, high);
    else this.#sortDigits(low, high);
    for (let first = low; first < high;) {
      const key = this.#keys[first] as number;
      let end = first + 1;
      while (end < high && this.#keys[end] === key) end++;
      if (end - first > 1 && this.#goesOn(first, depth)) this.#sort(first, end, depth + this.#codesPerKey);
      first = end;
    }
  }

  /** Whether there is more to sort by behind the key of a place. */
  #goesOn(place: number, depth: number): boolean {
    const lastCode = (this.#keys[place] as number) << (32 - this.#bitsPerCode);
    return lastCode !== 0 && depth + this.#codesPerKey < SORTED_DEPTH;
  }

  #readKeys(low: number, high: number, depth: number): void {
    const codes = this.#codes;
    const bits = this.#bitsPerCode;
    for (let i = low; i < high; i++) {
      let at = (this.#positions[i] as number) + depth;
      let key = 0;
      for (let shift = 32 - bits; shift >= 0; shift -= bits) {
        const code = codes[at++] as number;
        // Nothing is read behind the end of a text.
        if (code === 0) break;
        key |= code << shift;
      }
      this.#keys[i] = key;
    }
  }

  #insert(low: number, high: number): void {
    const keys = this.#keys;
    const positions = this.#positions;
    for (let i = low + 1; i < high; i++) {
      const key = keys[i] as number;
      const position = positions[i] as number;
      let at = i;
      for (; at > low && (keys[at - 1] as number) > key; at--) {
        keys[at] = keys[at - 1] as number;
        positions[at] = positions[at - 1] as number;
      }
      keys[at] = key;
      positions[at] = position;
    }
  }

  /** By the last digit first, so that the last pass leaves all sorted. */
  #sortDigits(low: number, high: number): void {
    for (let shift = 0; shift <= FIRST_SHIFT; shift += 8) {
      const ends = this.#counts.fill(0, 0, DIGITS);
      this.#count(low, high, shift, ends);
      let first = low;
      for (let digit = 0; digit < DIGITS; digit++) {
        const count = ends[digit] as number;
        ends[digit] = first;
        first += count;
      }
      this.#move(low, high, shift, ends);
      this.#takeBack(low, high);
    }
  }

  #count(low: number, high: number, shift: number, counts: Uint32Array): void {
    const keys = this.#keys;
    for (let i = low; i < high; i++) {
      const digit = ((keys[i] as number) >>> shift) & (DIGITS - 1);
      counts[digit] = (counts[digit] as number) + 1;
    }
  }

  #move(low: number, high: number, shift: number, ends: Uint32Array): void {
    const keys = this.#keys;
    for (let i = low; i < high; i++) {
      const key = keys[i] as number;
      const digit = (key >>> shift) & (DIGITS - 1);
      const to = ends[digit] as number;
      ends[digit] = to + 1;
      this.#spareKeys[to] = key;
      this.#sparePositions[to] = this.#positions[i] as number;
    }
  }

  #takeBack(low: number, high: number): void {
    this.#keys.set(this.#spareKeys.subarray(low, high), low);
    this.#positions.set(this.#sparePositions.subarray(low, high), low);
  }
}
