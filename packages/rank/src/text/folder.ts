import { CHAR_CLASS, charClass } from './char-class.js';
import { LATE, UNKNOWN } from './codes.js';
import { foldGrapheme } from './fold-grapheme.js';
import { Graphemes } from './graphemes.js';
import { ASCII_CLASSES, TO_SMALL, isPlainAscii } from './plain-ascii.js';

/** A text as it is compared, by folded character: a code point of the folded form, or all of an emoji of several. */
export interface Folded {
  /** Equal for equal characters, of one folder. ASCII stands for itself, but for NUL. */
  readonly codes: number[];
  /** The code point that was written; 0: as it is folded; -1: several or none, so that it is like no other. */
  readonly written: number[];
  /** See `CHAR_CLASS`, of what was written. */
  readonly classes: number[];
  /** Where the grapheme that it comes from starts in the original, in UTF-16 units. */
  readonly starts: number[];
  /** Where that grapheme ends. */
  readonly ends: number[];
}

type Piece = Pick<Folded, 'codes' | 'written' | 'classes'>;

/** Distinct graphemes remembered: enough for the Han characters and Hangul syllables in use, and bounded whatever the texts are. */
const MAX_REMEMBERED = 2 ** 15;

/** What is found as a whole or not at all if it has several code points. */
const WHOLE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Surrogate}|\u20e3/u;

/** Folds the texts of one index, and queries for it. */
export class Folder {
  readonly #graphemes = new Graphemes();
  readonly #codes = new Map<string, number>();
  readonly #remembered = new Map<string, Piece>();

  /** Folds a text of the index. */
  foldText(original: string): Folded {
    return this.#fold(original, true);
  }

  /** Folds a query: characters that no text of the index has match nothing. */
  foldQuery(original: string): Folded {
    return this.#fold(original, false);
  }

  #fold(original: string, isOfIndex: boolean): Folded {
    if (isPlainAscii(original)) return foldPlain(original);
    const graphemes = this.#graphemes.of(original);
    const pieces = graphemes.map((grapheme) => this.#piece(grapheme, isOfIndex));
    // A text of marks alone stands for itself: as nothing it would be found by everything.
    const isBare = pieces.every(({ codes }) => codes.length === 0);
    const folded: Folded = { codes: [], written: [], classes: [], starts: [], ends: [] };
    let start = 0;
    graphemes.forEach((grapheme, g) => {
      const piece = isBare ? this.#whole(grapheme, isOfIndex) : (pieces[g] as Piece);
      const end = start + grapheme.length;
      for (let i = 0; i < piece.codes.length; i++) {
        folded.codes.push(piece.codes[i] as number);
        folded.written.push(piece.written[i] as number);
        folded.classes.push(piece.classes[i] as number);
        folded.starts.push(start);
        folded.ends.push(end);
      }
      start = end;
    });
    return folded;
  }

  #piece(grapheme: string, isOfIndex: boolean): Piece {
    const remembered = this.#remembered.get(grapheme);
    if (remembered !== undefined) return remembered;
    const folded = foldGrapheme(grapheme);
    const chars = Array.from(folded);
    const piece =
      chars.length > 1 && WHOLE.test(folded)
        ? this.#whole(folded, isOfIndex)
        : {
            codes: chars.map((char) => this.#code(char, isOfIndex)),
            ...compareForms(grapheme, chars),
          };
    if (isOfIndex && this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(grapheme, piece);
    return piece;
  }

  #whole(char: string, isOfIndex: boolean): Piece {
    return { codes: [this.#code(char, isOfIndex)], written: [0], classes: [CHAR_CLASS.sign] };
  }

  #code(char: string, isOfIndex: boolean): number {
    if (char > '\0' && char < '\x80') return char.charCodeAt(0);
    const known = this.#codes.get(char);
    if (known !== undefined || !isOfIndex) return known ?? UNKNOWN;
    const code = Math.min(0x80 + this.#codes.size, LATE);
    if (code < LATE) this.#codes.set(char, code);
    return code;
  }
}

/** The same, and much faster, for plain ASCII. */
function foldPlain(original: string): Folded {
  const folded: Folded = { codes: [], written: [], classes: [], starts: [], ends: [] };
  for (let i = 0; i < original.length; i++) {
    const unit = original.charCodeAt(i);
    const ofClass = ASCII_CLASSES[unit] as number;
    const isCapital = ofClass === CHAR_CLASS.upper;
    folded.codes.push(isCapital ? unit + TO_SMALL : unit);
    folded.written.push(isCapital ? unit : 0);
    folded.classes.push(ofClass);
    folded.starts.push(i);
    folded.ends.push(i + 1);
  }
  return folded;
}

/** How the folded characters were written, where the composed form has as many. */
function compareForms(grapheme: string, chars: readonly string[]): Omit<Piece, 'codes'> {
  const composed = Array.from(grapheme.length === 1 ? grapheme : grapheme.normalize('NFC'));
  const isAlike = composed.length === chars.length;
  return {
    written: chars.map((char, i) =>
      isAlike ? (composed[i] === char ? 0 : (composed[i]?.codePointAt(0) as number)) : -1,
    ),
    classes: chars.map((char, i) =>
      charClass((isAlike ? (composed[i] as string) : char).codePointAt(0) as number),
    ),
  };
}
