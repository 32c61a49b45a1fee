import type { FlatTexts } from './flat-texts.js';
import type { Word } from './query.js';

/** One bit for each character of the word. */
const MAX_LENGTH = 32;

/** Codes are told apart by their last seven bits, which is all of ASCII. */
const CODE_MASKS = 128;

/**
 * Says at a glance which texts have no beginnings of words that spell a word, initials among them: most texts, and all others are
 * expensive to look into. One pass over a text follows all ways to spell the word at once, a bit for each number of
 * characters spelled so far. It may let a text pass that has none.
 */
export class Spelling {
  /** Bit i of the entry of a code: it may be the character i of the word. Undefined where nothing is ever ruled out. */
  readonly #masks: Int32Array | undefined;
  readonly #last: number;

  constructor({ codes, isFlat }: Word) {
    this.#last = 1 << (codes.length - 1);
    if (!isFlat || codes.length > MAX_LENGTH) return;
    const masks = new Int32Array(CODE_MASKS);
    for (let i = 0; i < codes.length; i++) {
      const m = (codes[i] as number) % CODE_MASKS;
      masks[m] = (masks[m] as number) | (1 << i);
    }
    this.#masks = masks;
  }

  mayBeIn({ codes, from, wordStarts }: FlatTexts, t: number): boolean {
    const masks = this.#masks;
    if (masks === undefined) return true;
    const end = (from[t + 1] as number) - 1;
    // Bit n: the first n characters can be spelled by words before this one.
    let spelled = 1;
    // Bit n: the character n would go on from the one that was just read, or begin this word.
    let open = 0;
    for (let at = from[t] as number; at < end; at++) {
      if ((((wordStarts[at >>> 5] as number) >>> at) & 1) === 1) open = spelled;
      if (open === 0) continue;
      open &= masks[(codes[at] as number) % CODE_MASKS] as number;
      if ((open & this.#last) !== 0) return true;
      open <<= 1;
      spelled |= open;
    }
    return false;
  }
}
