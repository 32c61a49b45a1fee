import { CHAR_CLASS } from './char-class.js';

/**
 * Whether a word starts at a character, by the classes of the one before, of itself and of the one after; beyond both ends of a text are signs. Words start
 * after a sign, at a capital after a small letter or digit (getAccount), at the last capital of a run before a small letter (HTTPServer), at a
 * digit after something else (log4j), and where letters with case and letters without it meet (Google搜索).
 */
export function startsWord(before: number, here: number, after: number): boolean {
  if (here === before) return here === CHAR_CLASS.upper && after === CHAR_CLASS.lower;
  return here === CHAR_CLASS.lower
    ? before === CHAR_CLASS.sign || before === CHAR_CLASS.caseless
    : here !== CHAR_CLASS.sign;
}
