import type { BitSet } from './bit-set.js';
import { addTo } from './bit-set.js';
import type { FlatTexts } from './flat-texts.js';
import { END } from './flat-texts.js';
import { SORTED_DEPTH, sortByText } from './sort-by-text.js';
import type { Text } from './text.js';

/**
 * All places where a text, its last segment or a word starts, sorted by what begins there. What begins with a query lies together, and two
 * binary searches find it: all matches of the bands up to `word-start`, and no others.
 */
export class SortedStarts {
  readonly #codes: Uint16Array;
  /** Offsets in the buffer. */
  readonly #offsets: Uint32Array;
  /** Whose text each of them is in. */
  readonly #slots: Uint32Array;

  constructor({ codes, from }: FlatTexts, texts: readonly Text[], textsFrom: Uint32Array) {
    this.#codes = codes;
    this.#offsets = startsOf(from, texts);
    sortByText(this.#offsets, codes);
    const slotAt = slotsAt(codes.length, from, textsFrom);
    this.#slots = this.#offsets.map((offset) => slotAt[offset] as number);
  }

  /** Adds the slots in which something starts with these codes; to `complete` those of which a whole text is nothing else. */
  addMatches(query: Uint16Array, strong: BitSet, complete: BitSet): void {
    const { length } = query;
    const depth = Math.min(length, SORTED_DEPTH);
    const high = this.#bound(query, depth, true);
    for (let i = this.#bound(query, depth, false); i < high; i++) {
      const offset = this.#offsets[i] as number;
      if (length > SORTED_DEPTH && !this.#goesOn(query, offset)) continue;
      const slot = this.#slots[i] as number;
      addTo(strong, slot);
      if (this.#codes[offset + length] === END && this.#isTextStart(offset)) addTo(complete, slot);
    }
  }

  /** First place that is not before the query; with `isAfter`, first that is after all that begins with it. */
  #bound(query: Uint16Array, depth: number, isAfter: boolean): number {
    let low = 0;
    let high = this.#offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(this.#offsets[middle] as number, query, depth);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(offset: number, query: Uint16Array, depth: number): number {
    for (let i = 0; i < depth; i++) {
      const order = (this.#codes[offset + i] as number) - (query[i] as number);
      // The end of the text differs from all codes, so that nothing behind it is read.
      if (order !== 0) return order;
    }
    return 0;
  }

  #goesOn(query: Uint16Array, offset: number): boolean {
    for (let i = SORTED_DEPTH; i < query.length; i++) if (this.#codes[offset + i] !== query[i]) return false;
    return true;
  }

  #isTextStart(offset: number): boolean {
    return offset === 0 || this.#codes[offset - 1] === END;
  }
}

/** In each text its start, that of its last segment, and those of words but in the file extension. */
function startsOf(from: Uint32Array, texts: readonly Text[]): Uint32Array {
  let count = 0;
  for (const { starts } of texts) count += starts.length + 2;
  const offsets = new Uint32Array(count);
  let filled = 0;
  for (let t = 0; t < texts.length; t++) {
    const { starts, base, extension } = texts[t] as Text;
    const first = from[t] as number;
    offsets[filled++] = first;
    if (base > 0) offsets[filled++] = first + base;
    for (const start of starts) {
      if (start >= extension) break;
      if (start !== 0 && start !== base) offsets[filled++] = first + start;
    }
  }
  return offsets.slice(0, filled);
}

/** The slot that each offset in the buffer belongs to. */
function slotsAt(length: number, from: Uint32Array, textsFrom: Uint32Array): Uint32Array {
  const slots = new Uint32Array(length);
  for (let slot = 0; slot + 1 < textsFrom.length; slot++) {
    slots.fill(slot, from[textsFrom[slot] as number], from[textsFrom[slot + 1] as number]);
  }
  return slots;
}
