import type { BitSet } from './bit-set.js';
import { addTo, has } from './bit-set.js';
import type { FlatTexts } from './flat-texts.js';
import { END } from './flat-texts.js';
import { SORTED_DEPTH, sortByText } from './sort-by-text.js';
import type { Text } from './text.js';

/** The start of a text or of its last segment. */
const LEADING = 1;
const IN_EXTENSION = 2;
const FLAG_BITS = 2;

/** Slots in which something starts with a query, by the best that can come of it; the sets may share slots. */
export interface WholeMatches {
  /** A text that is the query. */
  readonly complete: BitSet;
  /** A text, or its last segment, that begins with it. */
  readonly leading: BitSet;
  /** A word that begins with it. */
  readonly inner: BitSet;
}

/**
 * All places where a text, its last segment or a word starts, sorted by what begins there. What begins with a query lies
 * together, and two binary searches find it: all matches of the bands up to `word-start`, and no others.
 */
export class SortedStarts {
  readonly #codes: Uint16Array;
  /** Offsets in the buffer. */
  readonly #offsets: Uint32Array;
  /** Whose text each of them is in, with the flags below. */
  readonly #slots: Uint32Array;

  constructor(flat: FlatTexts, texts: readonly Text[], textsFrom: Uint32Array) {
    this.#codes = flat.codes;
    this.#offsets = startsOf(flat, texts);
    sortByText(this.#offsets, flat.codes);
    const slotAt = flaggedSlots(flat, texts, textsFrom);
    this.#slots = this.#offsets.map((offset) => slotAt[offset] as number);
  }

  /** Adds the slots in which something starts with a query. */
  findWhole(query: readonly number[], found: WholeMatches): void {
    const { low, high } = this.#range(query);
    for (let i = low; i < high; i++) {
      const offset = this.#offsets[i] as number;
      const flagged = this.#slots[i] as number;
      const slot = flagged >>> FLAG_BITS;
      // In a text that repeats itself most starts are alike: once it is found, none is compared again.
      if ((flagged & LEADING) !== 0) {
        if (!this.#goesOn(query, offset)) continue;
        const isComplete = this.#codes[offset + query.length] === END && this.#isTextStart(offset);
        addTo(isComplete ? found.complete : found.leading, slot);
      } else if ((flagged & IN_EXTENSION) === 0 && !has(found.inner, slot) && this.#goesOn(query, offset)) {
        addTo(found.inner, slot);
      }
    }
  }

  /** Adds the slots in which something starts with a word, be it the file extension. */
  findWord(word: readonly number[], found: BitSet): void {
    const { low, high } = this.#range(word);
    for (let i = low; i < high; i++) {
      const slot = (this.#slots[i] as number) >>> FLAG_BITS;
      if (!has(found, slot) && this.#goesOn(word, this.#offsets[i] as number)) addTo(found, slot);
    }
  }

  /** What starts with as much of a query as is sorted. */
  #range(query: readonly number[]): { low: number; high: number } {
    const depth = Math.min(query.length, SORTED_DEPTH);
    return { low: this.#bound(query, depth, false), high: this.#bound(query, depth, true) };
  }

  /** First place that is not before the query; with `isAfter`, first that is after all that begins with it. */
  #bound(query: readonly number[], depth: number, isAfter: boolean): number {
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

  #compare(offset: number, query: readonly number[], depth: number): number {
    for (let i = 0; i < depth; i++) {
      const order = (this.#codes[offset + i] as number) - (query[i] as number);
      // The end of the text differs from all codes, so that nothing behind it is read.
      if (order !== 0) return order;
    }
    return 0;
  }

  /** Whether what is not sorted is as in the query. */
  #goesOn(query: readonly number[], offset: number): boolean {
    for (let i = SORTED_DEPTH; i < query.length; i++) if (this.#codes[offset + i] !== query[i]) return false;
    return true;
  }

  #isTextStart(offset: number): boolean {
    return offset === 0 || this.#codes[offset - 1] === END;
  }
}

/** In each text its start, that of its last segment, and those of words. */
function startsOf({ from }: FlatTexts, texts: readonly Text[]): Uint32Array {
  let count = 0;
  for (const { starts } of texts) count += starts.length + 2;
  const offsets = new Uint32Array(count);
  let filled = 0;
  for (let t = 0; t < texts.length; t++) {
    const { starts, base } = texts[t] as Text;
    const first = from[t] as number;
    offsets[filled++] = first;
    if (base > 0) offsets[filled++] = first + base;
    for (const start of starts) if (start !== 0 && start !== base) offsets[filled++] = first + start;
  }
  return offsets.slice(0, filled);
}

/** For each place in the buffer the slot that it belongs to, with its flags. */
function flaggedSlots(
  { codes, from }: FlatTexts,
  texts: readonly Text[],
  textsFrom: Uint32Array,
): Uint32Array {
  const flagged = new Uint32Array(codes.length);
  for (let slot = 0; slot + 1 < textsFrom.length; slot++) {
    const end = textsFrom[slot + 1] as number;
    for (let t = textsFrom[slot] as number; t < end; t++) {
      const { base, extension } = texts[t] as Text;
      const first = from[t] as number;
      const next = from[t + 1] as number;
      flagged.fill(slot << FLAG_BITS, first, next);
      flagged.fill((slot << FLAG_BITS) | IN_EXTENSION, Math.min(first + extension, next), next);
      flagged[first] = (slot << FLAG_BITS) | LEADING;
      flagged[first + base] = (slot << FLAG_BITS) | LEADING;
    }
  }
  return flagged;
}
