import type { Word } from '../search/query.js';
import type { Matcher } from './matcher.js';

/**
 * Finds the characters of a word in order from a position on, the first that is no sign at the start of a word, but not at `except`: of all
 * places the one that ends first, drawn together from its end.
 */
export function scatterForwards(m: Matcher, word: Word, from: number, except: number): boolean {
  const { length } = word.codes;
  let at = from;
  for (let i = 0; i < length; i++, at++) {
    while (at < m.end && !fits(m, word, i, at, except)) at++;
    if (at >= m.end) return false;
  }
  const firstSpan = m.spanCount;
  for (let i = length - 1; i >= 0; i--) {
    do at--;
    while (!fits(m, word, i, at, except));
    setSpan(m, word, firstSpan, i, at);
  }
  m.spanCount = firstSpan + 2 * length;
  return true;
}

/** The same from the other side: of all places that end by `limit` the one that starts last, drawn together from its start. */
export function scatterBackwards(m: Matcher, word: Word, limit: number): boolean {
  const { length } = word.codes;
  let at = limit;
  for (let i = length - 1; i >= 0; i--) {
    do at--;
    while (at >= m.start && !fits(m, word, i, at, -1));
    if (at < m.start) return false;
  }
  const firstSpan = m.spanCount;
  for (let i = 0; i < length; i++, at++) {
    while (!fits(m, word, i, at, -1)) at++;
    setSpan(m, word, firstSpan, i, at);
  }
  m.spanCount = firstSpan + 2 * length;
  return true;
}

function fits(m: Matcher, { codes, anchor }: Word, i: number, at: number, except: number): boolean {
  return m.codes[at] === codes[i] && (i !== anchor || (at !== except && m.isWordStart(at)));
}

function setSpan(m: Matcher, word: Word, firstSpan: number, i: number, at: number): void {
  m.spanCount = firstSpan + 2 * i;
  m.addSpan(at, 1, word.at + i);
}
