import type { Matcher } from './matcher.js';
import { SCATTERED, hasLead, measureWords, placeInOrder } from './place-words.js';
import { scatterForwards } from './scatter.js';

/** The characters in order, the first at the start of a word; in the last segment if they are all there. Several words: each so, in order. */
export function placeSubsequence(m: Matcher): boolean {
  const { whole, isOneWord } = m.query;
  if (!isOneWord) {
    if (!hasLead(m) || !placeInOrder(m, SCATTERED)) return false;
    measureWords(m);
    return true;
  }
  const { late } = m;
  const isFound =
    scatterForwards(m, whole, m.base, late) || (m.base > m.start && scatterForwards(m, whole, m.start, late));
  if (!isFound) return false;
  m.measure();
  m.gap = (m.spans[m.spanCount - 1] as number) - m.first - whole.codes.length;
  return true;
}
