import { TIER } from '../bands.js';
import type { Word } from '../search/query.js';
import type { Matcher } from './matcher.js';
import { endWithErrors } from './end-with-errors.js';

/** From so many characters on one typing error is forgiven, and two. */
export const ONE_ERROR_LENGTH = 4;
export const TWO_ERRORS_LENGTH = 8;

/** Where two errors are forgiven the first two characters have to be right, not counting signs before them. */
export function rightBeforeTwo({ anchor }: Word): number {
  return Math.max(anchor, 0) + 2;
}

/** The beginning of the last segment or of the text, which has one character more somewhere inside. */
export function placeMissingLetter(m: Matcher): boolean {
  return missAt(m, m.base) || (m.base > m.start && missAt(m, m.start));
}

/** The beginning of the last segment or of the text, but for typing errors as a tier has them. */
export function placeHeadErrors(m: Matcher, tier: number): boolean {
  return errAt(m, m.base, tier) || (m.base > m.start && errAt(m, m.start, tier));
}

/** The start of any word but a file extension, with one typing error. */
export function placeWordError(m: Matcher): boolean {
  return errFrom(m, m.base, m.end) || (m.base > m.start && errFrom(m, m.start, m.base));
}

function errFrom(m: Matcher, from: number, to: number): boolean {
  const { late } = m;
  for (let at = from; at < to; at++)
    if (at !== late && m.isWordStart(at) && errAt(m, at, TIER.wordError)) return true;
  return false;
}

function missAt(m: Matcher, at: number): boolean {
  const { codes } = m.query.whole;
  const same = sharedLength(m, at);
  if (same === 0 || same === codes.length || !m.isAt(at + same + 1, codes, same) || m.codes[at + same] === 0)
    return false;
  m.setSpans(at, at + same, at + same + 1, at + codes.length + 1);
  m.measure();
  return true;
}

function errAt(m: Matcher, at: number, tier: number): boolean {
  const { codes } = m.query.whole;
  if (tier !== TIER.wordError && (m.codes[at] === codes[0]) === (tier === TIER.firstError)) return false;
  const isTwo = tier === TIER.twoErrors;
  if (isTwo && sharedLength(m, at) < rightBeforeTwo(m.query.whole)) return false;
  const end = endWithErrors(m.codes, at, codes, 0, isTwo ? 2 : 1, isTwo ? at + codes.length : -1);
  if (end < 0) return false;
  m.setSpans(at, end);
  m.measure();
  // What differs in its last character only may be what was typed so far of something else.
  m.gap = !isTwo && sharedLength(m, at) >= codes.length - 1 ? 1 : 0;
  return true;
}

function sharedLength(m: Matcher, at: number): number {
  const { codes } = m.query.whole;
  let same = 0;
  while (same < codes.length && m.codes[at + same] === codes[same]) same++;
  return same;
}
