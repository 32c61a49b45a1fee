import { CHAR_CLASS, charClass } from './char-class.js';
import type { Folded } from './folder.js';
import { FILLER } from './folder.js';

/** Most texts of one word share this array. */
const ONLY_FIRST: readonly number[] = [0];

/**
 * Offsets in the folded text where words start: after a sign, at a capital after a small letter or digit (getAccount),
 * at the last capital of a run before a small letter (HTTPServer), at a digit after something else (log4j), and where
 * letters with case and letters without it meet (Google搜索).
 */
export function wordStarts({ text, shape }: Folded): readonly number[] {
  const starts: number[] = [];
  let before: number = CHAR_CLASS.sign;
  let here = text.length === 0 ? CHAR_CLASS.sign : classAt(text, shape, 0);
  for (let i = 0; i < text.length;) {
    const next = i + ((text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1);
    const after = next < text.length ? classAt(text, shape, next) : CHAR_CLASS.sign;
    if (startsWord(before, here, after)) starts.push(i);
    before = here;
    here = after;
    i = next;
  }
  return starts.length === 1 && starts[0] === 0 ? ONLY_FIRST : starts;
}

function classAt(text: string, shape: string, offset: number): number {
  const source = shape[offset] === FILLER ? text : shape;
  return charClass(source.codePointAt(offset) ?? 0);
}

function startsWord(before: number, here: number, after: number): boolean {
  if (here === CHAR_CLASS.sign || before === CHAR_CLASS.sign)
    return here !== before && here !== CHAR_CLASS.sign;
  switch (here) {
    case CHAR_CLASS.upper:
      return before !== CHAR_CLASS.upper || after === CHAR_CLASS.lower;
    case CHAR_CLASS.digit:
      return before !== CHAR_CLASS.digit;
    case CHAR_CLASS.caseless:
      return before !== CHAR_CLASS.caseless;
    default:
      return before === CHAR_CLASS.caseless;
  }
}
