import { foldGrapheme } from './fold-grapheme.js';
import { Graphemes } from './graphemes.js';

/** A text as it is compared. */
export interface Folded {
  /** Without case, width and marks. Well-formed; what must not be split is one code point of it. */
  readonly text: string;
  /** As long as `text`, with case and marks where a grapheme keeps its length, else the filler. */
  readonly shape: string;
  /** True if offsets in `text` are offsets in the original, and none of them lies inside a grapheme. */
  readonly isAligned: boolean;
}

/** Stands in a shape for what has no form of its own there; a noncharacter, so that no text has it. */
export const FILLER = '\ufffe';

/** Supplementary private use planes: a grapheme that must match as a whole gets one of their 131,070 code points. */
const FIRST_ATOM = 0xf0000;
const LAST_ATOM = 0x10fffd;

/** What a query's unknown atom becomes, and the atoms of texts once all are taken: noncharacters, never equal. */
export const UNKNOWN_ATOM: string = String.fromCodePoint(0x10ffff);
export const LATE_ATOM: string = String.fromCodePoint(0x10fffe);

/** Distinct graphemes remembered per index: enough for the Han characters in use, and bounded whatever the texts are. */
const MAX_REMEMBERED = 8192;

/** CR LF is one grapheme, so CR is not plain either. */
const NOT_PLAIN_ASCII = /[\r\u0080-\uffff]/;
const LONE_SURROGATE = /[\ud800-\udfff]/;
const ATOM_PLANES = /[\u{f0000}-\u{10ffff}]/u;
const WHOLE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Surrogate}|[\u20e3\u{f0000}-\u{10ffff}]/u;

/**
 * Folds the texts of one index, and queries for it. Emoji of several code points and lone surrogates become atoms:
 * one code point each, numbered by this folder, so that no part of one is ever found in another.
 */
export class Folder {
  readonly #graphemes = new Graphemes();
  readonly #atoms = new Map<string, string>();
  readonly #remembered = new Map<string, Folded>();

  /** Folds a text of the index. */
  foldText(original: string): Folded {
    return this.#fold(original, true);
  }

  /** Folds a query: atoms that no text of the index has match nothing. */
  foldQuery(original: string): Folded {
    return this.#fold(original, false);
  }

  /**
   * For each UTF-16 unit of the folded form of a text of this index: where the grapheme that it comes from starts and
   * ends in the original.
   */
  origins(original: string): { starts: number[]; ends: number[] } {
    const starts: number[] = [];
    const ends: number[] = [];
    let offset = 0;
    const graphemes = this.#graphemes.of(original);
    const isBare = this.#isBare(graphemes);
    for (const grapheme of graphemes) {
      const end = offset + grapheme.length;
      for (let i = this.#foldOne(grapheme, isBare, false).text.length; i > 0; i--) {
        starts.push(offset);
        ends.push(end);
      }
      offset = end;
    }
    return { starts, ends };
  }

  #fold(original: string, isOfIndex: boolean): Folded {
    if (!NOT_PLAIN_ASCII.test(original))
      return { text: original.toLowerCase(), shape: original, isAligned: true };
    const graphemes = this.#graphemes.of(original);
    const isBare = this.#isBare(graphemes);
    let text = '';
    let shape = '';
    let isAligned = true;
    for (const grapheme of graphemes) {
      const piece = this.#foldOne(grapheme, isBare, isOfIndex);
      text += piece.text;
      shape += piece.shape;
      isAligned &&= piece.isAligned;
    }
    return { text, shape, isAligned };
  }

  /** A text of marks alone stands for itself: as nothing it would be found by everything. */
  #isBare(graphemes: readonly string[]): boolean {
    return graphemes.every((grapheme) => foldGrapheme(grapheme) === '');
  }

  #foldOne(grapheme: string, isBare: boolean, isOfIndex: boolean): Folded {
    if (isBare) return this.#whole(grapheme, grapheme, isOfIndex);
    const remembered = this.#remembered.get(grapheme);
    if (remembered !== undefined) return remembered;
    const text = foldGrapheme(grapheme);
    const piece = isAtom(text) ? this.#whole(grapheme, text, isOfIndex) : toPiece(grapheme, text);
    if (isOfIndex && this.#remembered.size < MAX_REMEMBERED) this.#remembered.set(grapheme, piece);
    return piece;
  }

  #whole(grapheme: string, text: string, isOfIndex: boolean): Folded {
    const atom = this.#atom(text, isOfIndex);
    return { text: atom, shape: atom, isAligned: isOneCodePoint(grapheme) };
  }

  #atom(plain: string, isOfIndex: boolean): string {
    const known = this.#atoms.get(plain);
    if (known !== undefined) return known;
    if (!isOfIndex) return UNKNOWN_ATOM;
    const next = FIRST_ATOM + this.#atoms.size;
    if (next > LAST_ATOM) return LATE_ATOM;
    const atom = String.fromCodePoint(next);
    this.#atoms.set(plain, atom);
    return atom;
  }
}

function toPiece(grapheme: string, text: string): Folded {
  const isAligned = grapheme.length === text.length && (grapheme.length === 1 || isOneCodePoint(grapheme));
  const composed = grapheme.length === 1 ? grapheme : grapheme.normalize('NFC');
  // Case and marks can be kept where the code points of both forms lie alike.
  const isAlike =
    composed.length === text.length &&
    (text.length === 1 || Array.from(composed).length === Array.from(text).length);
  return {
    text,
    shape: isAlike ? composed : FILLER.repeat(text.length),
    isAligned,
  };
}

function isOneCodePoint(text: string): boolean {
  return text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff;
}

/**
 * Whether a folded grapheme must match as a whole: emoji sequences, flags, keycaps, lone surrogates, and what has
 * characters of the planes that atoms are taken from.
 */
function isAtom(folded: string): boolean {
  if (folded.length === 1) return LONE_SURROGATE.test(folded);
  return isOneCodePoint(folded) ? ATOM_PLANES.test(folded) : WHOLE.test(folded);
}
