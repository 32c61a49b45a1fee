import type { Matcher } from './matcher.js';
import { ANYWHERE, AT_START } from './matcher.js';

/** All of the text. */
export function placeWhole(m: Matcher): boolean {
  const { length } = m.query.whole.codes;
  return m.end - m.start === length && placePrefix(m);
}

/** The beginning of the last segment or, failing that, of the text. */
export function placePrefix(m: Matcher): boolean {
  const { codes } = m.query.whole;
  return placeAt(m, m.isAt(m.base, codes) ? m.base : m.isAt(m.start, codes) ? m.start : -1);
}

/** The start of a word, in the last segment if there is one there; that of a file extension does not count. */
export function placeWordStart(m: Matcher): boolean {
  return placeAt(m, findSparing(m, AT_START));
}

/** Anywhere, but at the start of a file extension. */
export function placeInside(m: Matcher): boolean {
  return placeAt(m, findSparing(m, ANYWHERE));
}

/** The letters of a file extension. */
export function placeExtension(m: Matcher): boolean {
  const { late } = m;
  return placeAt(m, m.isAt(late, m.query.whole.codes) ? late : -1);
}

function findSparing(m: Matcher, level: number): number {
  const at = findSparingIn(m, level, m.base, m.end);
  return at < 0 && m.base > m.start ? findSparingIn(m, level, m.start, m.base) : at;
}

function findSparingIn(m: Matcher, level: number, from: number, to: number): number {
  const { whole } = m.query;
  const at = m.find(whole, level, from, to);
  return at >= 0 && at === m.late ? m.find(whole, level, at + 1, to) : at;
}

/** Where it is known to be. */
export function placeAt(m: Matcher, position: number): boolean {
  if (position < 0) return false;
  m.addSpan(position, m.query.whole.codes.length, 0);
  m.measure();
  return true;
}
