import type { CandidateInput } from '../candidate.js';
import type { BitSet } from './bit-set.js';

export { END } from '../text/codes.js';

/** Starts are sorted by so many characters: what people type is shorter, and texts that repeat themselves would make sorting quadratic. */
export const SORTED_DEPTH = 32;

/** A minimum stands for a block of 2 ** 6 places. */
export const BLOCK_BITS = 6;

/** The text is noted for every 2 ** 7 positions. */
export const COARSE_BITS = 7;

/**
 * The candidates and their texts in columns.
 *
 * A candidate is known by its *slot*: its place by weight, then length of the folded value, then as given. Texts lie in one
 * buffer of codes: the values by slot, then the titles, the aliases and the readings, each by slot. So *positions* in the
 * buffer, and texts, ascend as the order inside a tier does: by field, weight, length, given order.
 */
export interface Columns<C extends CandidateInput = CandidateInput> {
  /** As given. */
  readonly candidates: readonly C[];
  /** All of them are strings, which are all texts. */
  readonly isPlain: boolean;
  /** Number of slots. */
  readonly size: number;
  readonly textCount: number;
  /** By slot: which candidate it is. */
  readonly candidateOf: Uint32Array;
  /** Candidates by weight, then as given. Undefined: as given. */
  readonly byWeight: Uint32Array | undefined;
  readonly weights: WeightClasses;
  /** By text that is no value (text - size): its slot. Ascends within a field. */
  readonly extraSlots: Uint32Array;
  /** Field f (value, title, alias, reading) has the texts from `fieldFrom[f]` to `fieldFrom[f + 1]`. */
  readonly fieldFrom: readonly number[];
  /** The readings as given, from text `fieldFrom[3]` on. */
  readonly readings: readonly string[];
  /** One for each folded character. All texts are followed by END, and END is in front of the first. */
  readonly codes: Uint8Array | Uint16Array;
  /** By text: its first position. One more than there are texts: text t ends before `from[t + 1] - 1`. */
  readonly from: Uint32Array;
  /** By position >> COARSE_BITS: the text that has the first of these positions. */
  readonly coarse: Uint32Array;
  /** By position: a word starts here. */
  readonly wordStarts: BitSet;
  /** By position: the character is not written as its folded form. */
  readonly altered: BitSet;
  /** By text: not plain ASCII, so that its characters may not lie as its UTF-16 units do, and being altered does not say how. */
  readonly exotic: BitSet;
  /** Whether any text is a path. */
  readonly hasPaths: boolean;
  /** Where texts and last segments of paths start. */
  readonly heads: Starts;
  /** Where words start otherwise. */
  readonly inner: Starts;
  /** Where file extensions start. */
  readonly late: Starts;
  readonly grams: Grams;
  readonly rows: Rows;
}

/** Slots of one weight follow one another. */
export interface WeightClasses {
  /** By slot: its weight is lower than that of the slot before it. */
  readonly drops: BitSet;
  /** The weights, falling. */
  readonly values: Float64Array;
}

/** Positions sorted by the codes from there on, up to SORTED_DEPTH or the end of the text. */
export interface Starts {
  readonly positions: Uint32Array;
  /** By block of positions: the smallest. */
  readonly minima: Uint32Array;
  /**
   * `repeats[n - 1]`: ascending places in `positions` whose first n codes are those of an earlier start of the same
   * candidate: heads are earlier than inner ones, these than late ones, and in each kind smaller positions than larger ones.
   */
  readonly repeats: readonly Uint32Array[];
}

/** For every three characters that follow one another in some text the texts that have them. */
export interface Grams {
  /** Grams have 32 - shift bits. */
  readonly shift: number;
  /** By gram: where its texts start in `bytes`. */
  readonly from: Uint32Array;
  /** Text + 1 of each, less that of the one before: seven bits a byte, the lowest first, with 128 where more follow. */
  readonly bytes: Uint8Array;
}

/** Rows of one bit a text: it has a character of this kind, it has a word that starts with one of this kind. */
export interface Rows {
  /** Row r is from `r * words` to `(r + 1) * words`. */
  readonly bits: BitSet;
  readonly words: number;
}
