import { CHAR_CLASS, charClass } from './char-class.js';
import { codesOf, hasCodes } from './flat-texts.js';
import type { Folder } from './folder.js';
import { LATE_ATOM, UNKNOWN_ATOM } from './folder.js';

/** What was typed, prepared for comparing. */
export interface Query {
  /** As typed, white space at the ends included. */
  readonly typed: string;
  /** Folded and trimmed, separators included. */
  readonly whole: Word;
  /** `whole` split at separators. Empty for a query of separators alone. */
  readonly words: readonly Word[];
  /** True if the query has no separator, so that `words` is `whole` alone. */
  readonly isOneWord: boolean;
  /** Separators before the first word: who types "/t" or ".env" means them. */
  readonly lead: string;
  /** Folded as texts are, white space at the ends included: the form of all texts that are the same, unit for unit. */
  readonly equal: string;
  /** Codes of the characters that a text must have to match, but for one that is the same; see `codeOf`. */
  readonly needed: readonly number[];
  /** True if the query is longer than {@link MAX_QUERY_LENGTH}: it then matches only what equals it. */
  readonly isOnlyEqual: boolean;
}

/** A word of a query, or the whole of it. */
export interface Word {
  readonly text: string;
  /** See `Folded.shape`. */
  readonly shape: string;
  /** The code points of `text`. */
  readonly points: readonly string[];
  /** See `codeOf`. */
  readonly codes: readonly number[];
  /** True if each code point has one code, and that code no other has. */
  readonly isFlat: boolean;
  /** True if it begins with a sign (`++`, `.env`): it then needs no start of a word. */
  readonly beginsWithSign: boolean;
}

/**
 * Longest query in UTF-16 units, without white space at its ends, that is matched by more than equality: four times what
 * the protocol's default limit lets through, and short enough that a pasted book costs nothing.
 */
export const MAX_QUERY_LENGTH = 4096;

/** What words of a query are split at; other signs (+, |, &, #, @) are typed to be found. */
const SEPARATORS = /[\s\-_.,:/\\]+/g;

const NO_WORD: Word = {
  text: '',
  shape: '',
  points: [],
  codes: [],
  isFlat: true,
  beginsWithSign: false,
};

/** Prepares a query that is more than white space. */
export function prepareQuery(typed: string, folder: Folder): Query {
  const trimmed = typed.trim();
  if (trimmed.length > MAX_QUERY_LENGTH) {
    const nothing = { whole: NO_WORD, words: [], lead: '', equal: '', needed: NO_WORD.codes };
    return { typed, ...nothing, isOneWord: true, isOnlyEqual: true };
  }
  const form = folder.foldQuery(trimmed);
  const whole = toWord(form.text, form.shape);
  const words: Word[] = [];
  let from = 0;
  for (const match of form.text.matchAll(SEPARATORS)) {
    if (match.index > from)
      words.push(toWord(form.text.slice(from, match.index), form.shape.slice(from, match.index)));
    from = match.index + match[0].length;
  }
  const isOneWord = from === 0;
  if (isOneWord) words.push(whole);
  else if (from < form.text.length) words.push(toWord(form.text.slice(from), form.shape.slice(from)));
  const lead = isOneWord ? '' : (/^[\s\-_.,:/\\]+/.exec(form.text)?.[0] ?? '');
  const complete = trimmed === typed ? form : folder.foldQuery(typed);
  const equal = complete.text.replaceAll(UNKNOWN_ATOM, LATE_ATOM);
  const needed = codesOf(words.map((word) => word.text).join('') + lead);
  return { typed, whole, words, isOneWord, lead, equal, needed, isOnlyEqual: false };
}

function toWord(text: string, shape: string): Word {
  const points = Array.from(text);
  return {
    text,
    shape,
    points,
    codes: codesOf(text),
    isFlat: points.length === text.length && hasCodes(text),
    beginsWithSign: charClass(text.codePointAt(0) ?? 0) === CHAR_CLASS.sign,
  };
}
