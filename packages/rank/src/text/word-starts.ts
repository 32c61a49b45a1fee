import { CHAR_CLASS } from './char-class.js';

const CLASSES = 5;

/**
 * Where words start: after a sign, at a capital after a small letter or digit (getAccount), at the last capital of a run
 * before a small letter (HTTPServer), at a digit after something else (log4j), and where letters with case and letters without it meet
 * (Google搜索).
 */
function startsWord(before: number, here: number, after: number): boolean {
  if (here === CHAR_CLASS.sign || here === before)
    return here === CHAR_CLASS.upper && before === here && after === CHAR_CLASS.lower;
  return here !== CHAR_CLASS.lower || before === CHAR_CLASS.sign || before === CHAR_CLASS.caseless;
}

/** 1 where a word starts at a character, by the classes of the one before, of itself and of the one after; see {@link startsAt}. */
export const WORD_STARTS: Uint8Array = Uint8Array.from({ length: CLASSES ** 3 }, (_, i) =>
  Number(startsWord(Math.floor(i / CLASSES ** 2), Math.floor(i / CLASSES) % CLASSES, i % CLASSES)),
);

/** Whether a word starts at a character. Before and after a text there are signs. */
export function startsAt(before: number, here: number, after: number): number {
  return WORD_STARTS[(before * CLASSES + here) * CLASSES + after] as number;
}
