import { CHAR_CLASS } from '../text/char-class.js';
import type { Folded, Folder } from '../text/folder.js';
import { ASCII_CLASSES, TO_SMALL } from '../text/plain-ascii.js';
import { startsWord } from '../text/word-starts.js';
import { addTo, emptySet, has } from './bit-set.js';
import type { Columns } from './columns.js';
import { COARSE_BITS } from './columns.js';
import type { Measured } from './measure-texts.js';
import type { Steps } from './steps.js';
import { inSteps } from './steps.js';

/** The texts in their buffer. */
export type Layout = Pick<Columns, 'codes' | 'from' | 'coarse' | 'wordStarts' | 'altered' | 'exotic'>;

/** ENDs behind the last text: a few codes can be read from any position on. */
const PADDING = 8;

/** Writes texts into the buffer, in an order given by their numbers. */
export function* layOut(
  texts: readonly string[],
  { highest, isExotic, lengths, total }: Measured,
  order: Uint32Array,
  folder: Folder,
): Steps<Layout> {
  const size = total + 1 + PADDING;
  const layout = {
    codes: highest < 0x100 ? new Uint8Array(size) : new Uint16Array(size),
    from: new Uint32Array(order.length + 1),
    coarse: new Uint32Array((size >>> COARSE_BITS) + 1),
    wordStarts: emptySet(size),
    altered: emptySet(size),
    exotic: emptySet(order.length),
  };
  const { from, coarse, exotic } = layout;
  let at = 1;
  let block = 0;
  yield* inSteps(order.length, (t) => {
    const given = order[t] as number;
    const text = texts[given] as string;
    const length = lengths[given] as number;
    let folded: Folded | undefined;
    if (has(isExotic, given)) {
      addTo(exotic, t);
      folded = folder.foldText(text);
    }
    from[t] = at;
    writeText(text, folded, layout, at, length);
    at += length + 1;
    for (; block << COARSE_BITS < at; block++) coarse[block] = t;
    return length + 1;
  });
  from[order.length] = at;
  return layout;
}

/** Writes a text to its place: what was folded, or else plain ASCII. */
function writeText(
  text: string,
  folded: Folded | undefined,
  { codes, wordStarts, altered }: Layout,
  from: number,
  length: number,
): void {
  let before: number = CHAR_CLASS.sign;
  let here: number = CHAR_CLASS.sign;
  for (let i = 0; i <= length; i++) {
    let after: number = CHAR_CLASS.sign;
    if (i < length) {
      let code: number;
      let isAltered: boolean;
      if (folded === undefined) {
        code = text.charCodeAt(i);
        after = ASCII_CLASSES[code] as number;
        isAltered = after === CHAR_CLASS.upper;
        if (isAltered) code += TO_SMALL;
      } else {
        code = folded.codes[i] as number;
        after = folded.classes[i] as number;
        isAltered = folded.written[i] !== 0;
      }
      codes[from + i] = code;
      if (isAltered) addTo(altered, from + i);
    }
    // Whether a word starts at a character depends on the one after it.
    if (startsWord(before, here, after)) addTo(wordStarts, from + i - 1);
    before = here;
    here = after;
  }
}
