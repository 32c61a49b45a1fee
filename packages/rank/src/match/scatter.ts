import type { Word } from '../search/query.js';
import type { Matcher } from './matcher.js';

/** Whether characters of a word that lie apart may begin at a position: where a word starts, unless they begin with a sign. */
function mayBegin(m: Matcher, word: Word, at: number): boolean {
  return m.codes[at] === word.codes[0] && (word.isSign || m.isWordStart(at));
}

/**
 * Finds the characters of a word in order, the first at the start of a word from `from` on, but not at `except`: of all places
 * the one that ends first, drawn together from its end.
 */
export function scatterForwards(m: Matcher, word: Word, from: number, except: number): boolean {
  const { codes } = word;
  let at = from;
  while (at < m.end && (at === except || !mayBegin(m, word, at))) at++;
  let i = 0;
  for (; at < m.end && i < codes.length; at++) if (m.codes[at] === codes[i]) i++;
  if (i < codes.length) return false;
  const firstSpan = m.spanCount;
  m.spanCount += 2 * codes.length;
  while (i > 1) if (m.codes[--at] === codes[i - 1]) setSpan(m, word, firstSpan, --i, at);
  do at--;
  while (at === except || !mayBegin(m, word, at));
  setSpan(m, word, firstSpan, 0, at);
  return true;
}

/** The same from the other side: of all places that end by `limit` the one that starts last, drawn together from its start. */
export function scatterBackwards(m: Matcher, word: Word, limit: number): boolean {
  const { codes } = word;
  let at = limit;
  for (let i = codes.length - 1; i > 0; i--) {
    do at--;
    while (at >= m.start && m.codes[at] !== codes[i]);
  }
  do at--;
  while (at >= m.start && !mayBegin(m, word, at));
  if (at < m.start) return false;
  const firstSpan = m.spanCount;
  m.spanCount += 2 * codes.length;
  for (let i = 0; i < codes.length; at++) if (m.codes[at] === codes[i]) setSpan(m, word, firstSpan, i++, at);
  return true;
}

function setSpan(m: Matcher, word: Word, firstSpan: number, i: number, at: number): void {
  const { spanCount } = m;
  m.spanCount = firstSpan + 2 * i;
  m.addSpan(at, 1, word.at + i);
  m.spanCount = spanCount;
}
