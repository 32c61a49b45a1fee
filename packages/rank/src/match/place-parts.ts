import type { Matcher } from './matcher.js';

/** Longest query that is looked for in beginnings of words: nobody abbreviates with more, and the cost grows with its square. */
export const MAX_PARTS_LENGTH = 32;

/** Texts with more words are prose, in which the beginnings of words spell anything. */
const MAX_WORDS = 256;

/** More words than a query can have characters. */
const IMPOSSIBLE = 255;

/** Beginnings of words that follow one another, from the first word of the last segment or, failing that, of the text. */
export function placeAbbreviation(m: Matcher): boolean {
  return placeParts(m, m.query.whole.codes.length);
}

/** Beginnings of words put together, in order, in the last segment or, failing that, anywhere; the first is not that of a file extension. */
export function placeWordParts(m: Matcher): boolean {
  return placeParts(m, 0);
}

/** With `maxWords` above 0 no word is left out, and so many can matter. */
function placeParts(m: Matcher, maxWords: number): boolean {
  if (m.query.whole.codes.length > MAX_PARTS_LENGTH) return false;
  return placeFrom(m, m.base, maxWords) || (m.base > m.start && placeFrom(m, m.start, maxWords));
}

/**
 * Of all ways with the fewest words it takes the one with the earliest first word and its longest beginning, then the
 * earliest second word, and so on.
 */
function placeFrom(m: Matcher, from: number, maxWords: number): boolean {
  const { late } = m;
  const { length } = m.query.whole.codes;
  const count = findWords(m, from, maxWords);
  if (count === 0 || count > MAX_WORDS) return false;
  const width = length + 1;
  const fewest = countWords(m, count, maxWords === 0);
  const words = fewest[0] as number;
  if (words >= IMPOSSIBLE) return false;
  for (let k = 0, i = 0, left = words; i < length; k++) {
    if (i === 0 && m.words[k] === late) continue;
    let shared = sharedLength(m, k, i);
    while (shared > 0 && fewest[(k + 1) * width + i + shared] !== left - 1) shared--;
    if (shared === 0) continue;
    m.addSpan(m.words[k] as number, shared, i);
    i += shared;
    left--;
  }
  m.outside = from < m.base ? 2 : 0;
  m.gap = words - 1;
  // Of beginnings put together neither case nor place says anything more.
  m.isOtherCase = false;
  m.first = m.base;
  return true;
}

/** Notes where words start, and where the last ends; gives their number. */
function findWords(m: Matcher, from: number, maxWords: number): number {
  const { words } = m;
  let count = 0;
  for (let at = from; at < m.end && count <= MAX_WORDS; at++) {
    if (!m.isWordStart(at)) continue;
    words[count] = at;
    if (count++ === maxWords && maxWords > 0) return maxWords;
  }
  words[count] = m.end;
  return count;
}

/** By word and character: the fewest words, from this one on, that spell the query from there to its end. */
function countWords(m: Matcher, count: number, maySkip: boolean): readonly number[] {
  const { fewest, late } = m;
  const { length } = m.query.whole.codes;
  const width = length + 1;
  for (let i = 0; i <= length; i++) fewest[count * width + i] = i < length ? IMPOSSIBLE : 0;
  for (let k = count - 1; k >= 0; k--) {
    const row = k * width;
    const next = row + width;
    for (let i = 0; i < length; i++) {
      let least = maySkip ? (fewest[next + i] as number) : IMPOSSIBLE;
      const longest = i === 0 && m.words[k] === late ? 0 : sharedLength(m, k, i);
      for (let shared = longest; shared > 0; shared--)
        least = Math.min(least, (fewest[next + i + shared] as number) + 1);
      fewest[row + i] = least;
    }
    fewest[row + length] = 0;
  }
  return fewest;
}

/** How many characters of the query, from `i` on, word `k` of the text begins with. */
function sharedLength(m: Matcher, k: number, i: number): number {
  const { codes } = m.query.whole;
  const start = m.words[k] as number;
  const longest = Math.min(codes.length - i, (m.words[k + 1] as number) - start);
  let shared = 0;
  while (shared < longest && m.codes[start + shared] === codes[i + shared]) shared++;
  return shared;
}
