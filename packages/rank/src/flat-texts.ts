import type { BitSet } from './bit-set.js';
import { addTo, emptySet } from './bit-set.js';
import type { Text } from './text.js';

/**
 * The folded texts in one buffer, each followed by {@link END}: a loop over it costs a fraction of what calls on strings
 * do that lie scattered in memory.
 */
export interface FlatTexts {
  /** See {@link codeOf}. */
  readonly codes: Uint16Array;
  /** Where each text starts; one more than there are texts. */
  readonly from: Uint32Array;
  /** One bit for each place in the buffer: whether a word starts there. */
  readonly wordStarts: BitSet;
}

/** Stands after every text, and sorts before everything. */
export const END = 0;

/** Above this units have no code of their own. Both are noncharacters, which no text for people has. */
const LAST_UNIT_WITH_CODE = 0xfffd;

/** What a UTF-16 unit is in the buffer: shifted by one, so that no unit looks like the end of a text. */
export function codeOf(unit: number): number {
  return Math.min(unit, LAST_UNIT_WITH_CODE + 1) + 1;
}

/** The codes of a text. */
export function codesOf(text: string): number[] {
  const codes: number[] = [];
  for (let i = 0; i < text.length; i++) codes.push(codeOf(text.charCodeAt(i)));
  return codes;
}

/** Whether the codes of a text say what it is. */
export function hasCodes(text: string): boolean {
  return !/[\ufffe\uffff]/.test(text);
}

/** Lays texts out one after another. */
export function flatten(texts: readonly Text[]): FlatTexts {
  const from = new Uint32Array(texts.length + 1);
  for (let t = 0; t < texts.length; t++)
    from[t + 1] = (from[t] as number) + (texts[t] as Text).folded.length + 1;
  const codes = new Uint16Array(from[texts.length] as number);
  const wordStarts = emptySet(codes.length);
  for (let t = 0, at = 0; t < texts.length; t++, at++) {
    const { folded, starts } = texts[t] as Text;
    for (const start of starts) addTo(wordStarts, at + start);
    for (let i = 0; i < folded.length; i++) codes[at++] = codeOf(folded.charCodeAt(i));
  }
  return { codes, from, wordStarts };
}
