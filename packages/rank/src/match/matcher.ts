import type { BitSet } from '../layout/bit-set.js';
import { has } from '../layout/bit-set.js';
import type { Columns } from '../layout/columns.js';
import { rowOf } from '../layout/rows.js';
import type { Query, Word } from '../search/query.js';
import type { Folder } from '../text/folder.js';
import { extensionStart, lastSegment } from '../text/path-parts.js';

/** How strictly a word is looked for: at the start of a word, or anywhere. */
export const AT_START = 0;
export const ANYWHERE = 1;

/** More than these count as these: the numbers of a place share one key with that of the text, see `placeKey`. */
const MAX_OUTSIDE = 7;
const MAX_GAP = 2047;
export const MAX_OFFSET = 4095;

const SLASH_ROW = rowOf(0x2f);
const BACKSLASH_ROW = rowOf(0x5c);

/** Keys of places in the last segment are less than this. */
export const FIRST_OUTSIDE: number = (MAX_GAP + 1) * 2 * (MAX_OFFSET + 1);

/** What a capital is less than its small letter. */
const CAPITAL = 0x20;

/** A text number is less than this: 2 ** 26 of them, and 2 ** 27 places, fill the 53 bits of a double. */
export const TEXT_LIMIT: number = 2 ** 26;

/** What has to be known of texts to look into them. Columns have all of it and much more. */
export type Texts = Pick<
  Columns,
  'codes' | 'from' | 'wordStarts' | 'altered' | 'exotic' | 'hasPaths' | 'rows'
>;

/**
 * One text at a time beside the query, and where the query was found in it. One object serves a whole search, so that
 * looking at many texts allocates nothing. All places are positions in the buffer of codes.
 */
export class Matcher {
  readonly texts: Texts;
  /** Set before each search. */
  query!: Query;
  readonly codes: Uint8Array | Uint16Array;
  readonly wordStarts: BitSet;
  /** The open text: number, start, end, start of the last path segment. */
  text = 0;
  start = 0;
  end = 0;
  base = 0;
  /** How far outside the last path segment: 0 in it, 1 reaching into it, 2 before it; summed over the words of a query. */
  outside = 0;
  /** Characters between those that match; for word parts, words beyond the first. */
  gap = 0;
  /** Whether some matched character was typed in another case or with other marks. */
  isOtherCase = false;
  /** Where the first matched character is. */
  first = 0;
  /** Starts and ends of what matched. Not sorted, and of several words they may overlap. */
  readonly spans: number[] = [];
  /** How many of the spans count: to shorten an array gives its room back, to be allocated again for the next text. */
  spanCount = 0;
  /** Room for word parts: where words start, and the fewest words by word and character. */
  readonly words: number[] = [];
  readonly fewest: number[] = [];
  readonly folder: Folder;
  /** Gives a text as it was written. */
  readonly originalOf: (text: number) => string;

  constructor(texts: Texts, folder: Folder, originalOf: (text: number) => string) {
    this.texts = texts;
    this.codes = texts.codes;
    this.wordStarts = texts.wordStarts;
    this.folder = folder;
    this.originalOf = originalOf;
  }

  /** Takes up a text. */
  open(text: number): void {
    const { from } = this.texts;
    this.text = text;
    const start = from[text] as number;
    const end = (from[text + 1] as number) - 1;
    this.start = start;
    this.end = end;
    this.base = this.#mayBePath(text) ? lastSegment(this.codes, start, end) : start;
    this.restart();
  }

  /** Where the letters of a file extension start; the end, if there is none. */
  get late(): number {
    return this.base > this.start ? extensionStart(this.codes, this.base, this.end) : this.end;
  }

  #mayBePath(text: number): boolean {
    const { hasPaths, rows } = this.texts;
    const at = text >>> 5;
    return (
      hasPaths &&
      ((((rows.bits[SLASH_ROW * rows.words + at] as number) |
        (rows.bits[BACKSLASH_ROW * rows.words + at] as number)) >>>
        text) &
        1) ===
        1
    );
  }

  /** Forgets what was found. */
  restart(): void {
    this.outside = 0;
    this.gap = 0;
    this.isOtherCase = false;
    this.spanCount = 0;
  }

  isWordStart(position: number): boolean {
    return (((this.wordStarts[position >>> 5] as number) >>> position) & 1) === 1;
  }

  /** Whether these codes, from one of them on, stand at a position. The end of the text differs from all of them. */
  isAt(position: number, codes: readonly number[], from = 0): boolean {
    const buffer = this.codes;
    const { length } = codes;
    for (let i = from, at = position; i < length; i++, at++) if (buffer[at] !== codes[i]) return false;
    return true;
  }

  /** The first position from `from` on and before `to` where a word is found; -1 if there is none. */
  find(word: Word, level: number, from: number, to: number): number {
    const { codes } = word;
    const buffer = this.codes;
    const first = codes[0];
    const isAnywhere = level !== AT_START || word.isSign;
    const last = Math.min(to, this.end - codes.length + 1);
    for (let at = from; at < last; at++) {
      if (buffer[at] === first && (isAnywhere || this.isWordStart(at)) && this.isAt(at + 1, codes, 1))
        return at;
    }
    return -1;
  }

  /** The last position where a word that ends by `limit` is found; -1 if there is none. */
  findLast(word: Word, level: number, limit: number): number {
    const { codes } = word;
    const isAnywhere = level !== AT_START || word.isSign;
    for (let at = limit - codes.length; at >= this.start; at--) {
      if ((isAnywhere || this.isWordStart(at)) && this.isAt(at, codes)) return at;
    }
    return -1;
  }

  /** Notes that so many characters of the query, from its `typed`th on, were found at a position. */
  addSpan(position: number, length: number, typed: number): void {
    this.spans[this.spanCount++] = position;
    this.spans[this.spanCount++] = position + length;
    this.isOtherCase ||= this.#differs(position, length, typed);
  }

  /** Notes what matched, when case says nothing. */
  setSpans(...spans: readonly number[]): void {
    for (let i = 0; i < spans.length; i++) this.spans[i] = spans[i] as number;
    this.spanCount = spans.length;
  }

  /** Takes the measures of what was found from one span on, as one place. */
  measure(fromSpan = 0): void {
    const first = this.spans[fromSpan] as number;
    const end = this.spans[this.spanCount - 1] as number;
    this.first = first;
    if (first < this.base) this.outside += end > this.base ? 1 : 2;
  }

  /** What decides the order of places in texts of one field and weight: less is better. */
  placeKey(): number {
    const early = this.first - (this.first >= this.base ? this.base : this.start);
    const place = Math.min(this.outside, MAX_OUTSIDE) * (MAX_GAP + 1) + Math.min(this.gap, MAX_GAP);
    return (place * 2 + (this.isOtherCase ? 1 : 0)) * (MAX_OFFSET + 1) + Math.min(early, MAX_OFFSET);
  }

  #differs(position: number, length: number, typed: number): boolean {
    const { altered } = this.texts;
    const { written, isPlain } = this.query;
    if (altered === undefined && isPlain) return false;
    for (let i = 0; i < length; i++) {
      const at = position + i;
      const asTyped = written[typed + i] as number;
      if (altered === undefined || (((altered[at >>> 5] as number) >>> at) & 1) === 0) {
        if (asTyped !== 0) return true;
      } else if (asTyped <= 0 || asTyped !== this.#writtenAt(at)) return true;
    }
    return false;
  }

  /** The code point that an altered character was written with. */
  #writtenAt(position: number): number {
    const { exotic } = this.texts;
    if (exotic === undefined || !has(exotic, this.text)) return (this.codes[position] as number) - CAPITAL;
    const folded = this.folder.foldText(this.originalOf(this.text));
    return folded.written[position - this.start] as number;
  }
}
