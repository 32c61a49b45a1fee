import { CHAR_CLASS } from '../text/char-class.js';
import { LATE, UNKNOWN } from '../text/codes.js';
import type { Folded, Folder } from '../text/folder.js';

/** What was typed, prepared for comparing. */
export interface Query {
  /** As typed, white space at the ends included. */
  readonly typed: string;
  readonly trimmed: string;
  /** Folded and trimmed, separators included. */
  readonly whole: Word;
  /** By character of `whole`: see `Folded.written`. */
  readonly written: readonly number[];
  /** True if all of it was typed as it is folded. */
  readonly isPlain: boolean;
  /** `whole` split at separators. Empty for a query of separators alone. */
  readonly words: readonly Word[];
  /** True if the query has no separator, so that `words` is `whole` alone. */
  readonly isOneWord: boolean;
  /** Separators before the first word: who types "/t" or ".env" means them. */
  readonly lead: readonly number[];
  /** Codes of texts that equal the query as typed: with the white space at the ends. */
  readonly equal: readonly number[];
  /** True if the query is longer than {@link MAX_QUERY_LENGTH}: it then matches only what equals it. */
  readonly isOnlyEqual: boolean;
  /** True if it has characters that no text has: typing errors, but for what equals it where the alphabet was full. */
  readonly hasUnknown: boolean;
}

/** A word of a query, or the whole of it. */
export interface Word {
  readonly codes: readonly number[];
  /** Where it begins in the whole. */
  readonly at: number;
  /** True if it begins with a sign (`++`, `.env`): it then needs no start of a word. */
  readonly isSign: boolean;
  /** Which character is the first that is no sign: where its characters are found apart, this one has to start a word. -1 if all are signs. */
  readonly anchor: number;
}

/**
 * Longest query in UTF-16 units, without white space at its ends, that is matched by more than equality: four times what
 * a pasted sentence has, so that the worst case stays in the milliseconds.
 */
export const MAX_QUERY_LENGTH = 4096;

/** Plain characters at the beginning, of which the last may belong to what follows. */
const PLAIN_BEGINNING = /^[ -~]{0,64}/;

/** Prepares what was typed for comparing with the texts of one index. */
export function prepareQuery(typed: string, folder: Folder): Query {
  const trimmed = typed.trim();
  const isOnlyEqual = trimmed.length > MAX_QUERY_LENGTH;
  const folded = folder.foldQuery(isOnlyEqual ? beginningOf(trimmed) : trimmed);
  const { codes, written } = folded;
  const words = splitWords(folded, trimmed);
  const hasUnknown = codes.includes(UNKNOWN);
  return {
    typed,
    trimmed,
    whole: toWord(folded, 0, codes.length),
    written,
    isPlain: written.every((point) => point === 0),
    words,
    isOneWord: words.length === 1 && words[0]?.codes.length === codes.length,
    lead: words.length === 0 ? [] : codes.slice(0, words[0]?.at),
    equal:
      trimmed === typed && !hasUnknown
        ? codes
        : folder.foldQuery(isOnlyEqual ? beginningOf(typed) : typed).codes.map(toTextCode),
    isOnlyEqual,
    hasUnknown,
  };
}

/** Of what is too long to be matched only so much is folded: by it texts are found to compare with the whole. */
function beginningOf(typed: string): string {
  return (PLAIN_BEGINNING.exec(typed)?.[0] ?? '').slice(0, -1);
}

/** Texts have LATE for what the alphabet had no room for. */
function toTextCode(code: number): number {
  return code === UNKNOWN ? LATE : code;
}

function toWord({ codes, classes }: Folded, from: number, to: number): Word {
  let anchor = from;
  while (anchor < to && classes[anchor] === CHAR_CLASS.sign) anchor++;
  return {
    codes: from === 0 && to === codes.length ? codes : codes.slice(from, to),
    at: from,
    isSign: anchor > from,
    anchor: anchor < to ? anchor - from : -1,
  };
}

function splitWords(folded: Folded, typed: string): Word[] {
  const { codes, starts, ends } = folded;
  const words: Word[] = [];
  for (let i = 0, at = 0; i <= codes.length; i++) {
    const code = codes[i];
    if (
      code !== undefined &&
      !isSeparator(code) &&
      (code < 0x80 || !/^\s$/.test(typed.slice(starts[i], ends[i])))
    )
      continue;
    if (i > at) words.push(toWord(folded, at, i));
    at = i + 1;
  }
  return words;
}

/** White space of ASCII and `- _ . , : / \`. */
function isSeparator(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x2c && code <= 0x2f) ||
    code === 0x3a ||
    code === 0x5c ||
    code === 0x5f ||
    (code >= 9 && code <= 13)
  );
}
