import { TIER } from './bands.js';
import type { FlatTexts } from './flat-texts.js';
import { Placement } from './placement.js';
import type { Query, Word } from './query.js';
import { secondKey } from './rank-key.js';
import type { Text } from './text.js';

/** What a match cannot be better than. */
export interface Bound {
  tier: number;
  /** See `secondKey`. */
  second: number;
}

/**
 * For a text that matches, but neither at a start of a word nor by beginnings of words: the best that it can be, found by loops
 * over the flat buffer. It takes a small part of what finding the match takes, and refuses most.
 */
export class LooseBound {
  readonly #query: Query;
  readonly #bound: Bound = { tier: 0, second: 0 };
  /** Case is not looked at: the same is assumed. */
  readonly #placement: Placement = new Placement();

  constructor(query: Query) {
    this.#query = query;
    this.#placement.isSameCase = true;
  }

  /** The bound is overwritten by the next call. */
  of(flat: FlatTexts, t: number, text: Text): Bound {
    const bound = this.#bound;
    bound.second = 0;
    const { whole, words, isOneWord } = this.#query;
    if (!isOneWord) {
      bound.tier = words.every((word) => findInside(flat, t, word) >= 0) ? TIER.inside : TIER.subsequence;
      return bound;
    }
    const at = findInside(flat, t, whole);
    bound.tier = at >= 0 ? TIER.inside : TIER.subsequence;
    // In a path another place than the first may count more.
    if (text.base > 0 || !whole.isFlat) return bound;
    if (at >= 0) this.#place(at, at + whole.text.length);
    else if (!this.#placeInOrder(flat, t)) return bound;
    bound.second = secondKey(this.#placement);
    return bound;
  }

  #place(start: number, end: number): void {
    this.#placement.position = start;
    this.#placement.looseness = end - start - this.#query.whole.text.length;
  }

  /** The occurrence that ends first, drawn together from its end, as `findSubsequence` does; false if there is none. */
  #placeInOrder({ codes, from }: FlatTexts, t: number): boolean {
    const word = this.#query.whole.codes;
    const first = from[t] as number;
    const last = (from[t + 1] as number) - 1;
    let at = first;
    let i = 0;
    for (; at < last && i < word.length; at++) if (codes[at] === word[i]) i++;
    if (i < word.length) return false;
    const end = at;
    while (i > 0) if (codes[--at] === word[i - 1]) i--;
    this.#place(at - first, end - first);
    return true;
  }
}

/** Offset of the first occurrence of a word in a text; -1 if there is none. */
function findInside({ codes, from }: FlatTexts, t: number, { codes: word }: Word): number {
  const { length } = word;
  const first = word[0] as number;
  const start = from[t] as number;
  const last = (from[t + 1] as number) - 1 - length;
  for (let at = start; at <= last; at++) {
    if (codes[at] !== first) continue;
    let i = 1;
    while (i < length && codes[at + i] === word[i]) i++;
    if (i === length) return at - start;
  }
  return -1;
}
