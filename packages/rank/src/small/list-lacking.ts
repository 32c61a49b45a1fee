import { rowOf } from '../layout/rows.js';
import type { Texts } from '../match/matcher.js';
import type { Query } from '../search/query.js';

/** Lists the texts that lack at most so many (up to two) of the characters of a query, or more, as characters share rows: 32 texts a step. */
export function listLacking(
  { rows: { bits, words }, from }: Texts,
  { whole, lead, words: typed }: Query,
  errors: number,
): number[] {
  // Where words are found apart, what is between them need not be there.
  const isApart = errors === 0 && typed.length > 0;
  const codes = isApart ? lead.concat(...typed.map((word) => word.codes)) : whole.codes;
  const rows = new Set(codes.map((code) => rowOf(code)));
  const texts: number[] = [];
  for (let word = 0; word < words; word++) {
    // Bit n: text n lacks one, two, three or more.
    let one = 0;
    let two = 0;
    let three = 0;
    for (const row of rows) {
      const lacks = ~(bits[row * words + word] as number);
      three |= two & lacks;
      two |= one & lacks;
      one |= lacks;
    }
    let found = ~(errors === 0 ? one : errors === 1 ? two : three);
    for (; found !== 0; found &= found - 1) {
      const text = word * 32 + 31 - Math.clz32(found & -found);
      if (text + 1 < from.length) texts.push(text);
    }
  }
  return texts;
}
