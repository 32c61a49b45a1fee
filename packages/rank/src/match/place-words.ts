import { TIER } from '../bands.js';
import type { Word } from '../search/query.js';
import type { Matcher } from './matcher.js';
import { ANYWHERE, AT_START } from './matcher.js';
import { scatterBackwards, scatterForwards } from './scatter.js';

/** How loosely words are looked for, besides at starts of words and anywhere: with others between their characters. */
export const SCATTERED = 2;
const NOT_FOUND = 3;

/**
 * Finds the best tier for the words of a query, each at the start of a word (or, with `loosest` ANYWHERE, somewhere), in order or not; -1
 * if there is none. In order or not, no word is found better than it is when one looks for it alone.
 */
export function placeWords(m: Matcher, loosest: number): number {
  const worst = hasLead(m) ? findEach(m, loosest) : NOT_FOUND;
  if (worst > loosest) return -1;
  const isInOrder = placeInOrder(m, worst);
  if (!isInOrder) findEach(m, loosest);
  measureWords(m);
  return (worst === AT_START ? TIER.wordsInOrder : TIER.wordsInsideInOrder) + (isInOrder ? 0 : 1);
}

/** Whether a text has the separators that were typed before the first word, and whether there is any word. */
export function hasLead(m: Matcher): boolean {
  const { lead, words } = m.query;
  if (words.length === 0) return false;
  return (
    lead.length === 0 ||
    m.find({ codes: lead, at: 0, isSign: true, anchor: -1 }, ANYWHERE, m.start, m.end) >= 0
  );
}

/** Finds each word by itself, as well as it can be found and preferably in the last segment; returns the level of the worst. */
function findEach(m: Matcher, loosest: number): number {
  m.restart();
  let worst = AT_START;
  for (const word of m.query.words) {
    let level = AT_START;
    let at = findInSegment(m, word, level);
    while (at < 0 && level < loosest) at = findInSegment(m, word, ++level);
    if (at < 0) return NOT_FOUND;
    m.addSpan(at, word.codes.length, word.at);
    m.measure(m.spanCount - 2);
    worst = Math.max(worst, level);
  }
  return worst;
}

function findInSegment(m: Matcher, word: Word, level: number): number {
  const at = m.find(word, level, m.base, m.end);
  return at < 0 && m.base > m.start ? m.find(word, level, m.start, m.base) : at;
}

/**
 * Finds the words one after another, each at the given level or better: as early as possible, or in a path, whose last
 * segment counts most, as late as possible.
 */
export function placeInOrder(m: Matcher, level: number): boolean {
  m.restart();
  const { words } = m.query;
  const isForwards = m.base === m.start;
  let limit = isForwards ? m.start : m.end;
  for (let n = 0; n < words.length; n++) {
    const word = words[isForwards ? n : words.length - 1 - n] as Word;
    const firstSpan = m.spanCount;
    if (level === SCATTERED) {
      if (!(isForwards ? scatterForwards(m, word, limit, -1) : scatterBackwards(m, word, limit)))
        return false;
    } else {
      const at = isForwards ? m.find(word, level, limit, m.end) : m.findLast(word, level, limit);
      if (at < 0) return false;
      m.addSpan(at, word.codes.length, word.at);
    }
    m.measure(firstSpan);
    limit = isForwards ? (m.spans[m.spanCount - 1] as number) : m.first;
  }
  return true;
}

/** Takes all words together as one place. */
export function measureWords(m: Matcher): void {
  let first = m.end;
  let end = 0;
  for (let i = 0; i < m.spanCount; i += 2) {
    first = Math.min(first, m.spans[i] as number);
    end = Math.max(end, m.spans[i + 1] as number);
  }
  const matched = m.query.words.reduce((sum, { codes }) => sum + codes.length, 0);
  m.first = first;
  // Two words may lie on one place, and then cover less than they have characters.
  m.gap = Math.max(0, end - first - matched);
}
