import { TIER } from './bands.js';
import { findAtWordStart, findInside, findLastAtWordStart, findLastInside } from './find-contiguous.js';
import { findLastSubsequence, findSubsequence } from './find-subsequence.js';
import type { Placement } from './placement.js';
import { outsideBase } from './placement.js';
import type { Query, Word } from './query.js';
import { isSameShape } from './same-shape.js';
import type { Spans } from './spans.js';
import type { Text } from './text.js';

/** How loosely a word of the query is found; these are indexes of the two lists of tiers. */
const AT_WORD_START = 0;
const INSIDE = 1;
const SCATTERED = 2;
/** Only in a file extension, which for the first word typed is as good as not at all. */
const IN_EXTENSION = 3;
const NOT_FOUND = 4;

const IN_ORDER: readonly number[] = [TIER.wordStartInOrder, TIER.insideInOrder, TIER.subsequence];
const ANY_ORDER: readonly number[] = [
  TIER.wordStartAnyOrder,
  TIER.insideAnyOrder,
  TIER.subsequenceAnyOrder,
  TIER.extension,
];

/** Looks for the words of a query one by one, in the order in which they were typed or, failing that, in any. */
export function matchWords(query: Query, text: Text, placement: Placement): boolean {
  const { words, lead } = query;
  if (words.length === 0 || (lead !== '' && !text.folded.includes(lead))) return false;
  // In order or not, no word is found better than it is when one looks for it alone.
  const worst = findEach(words, text, placement);
  if (worst === NOT_FOUND) return false;
  if (worst < IN_EXTENSION && findInOrder(words, text, worst, placement))
    placement.tier = IN_ORDER[worst] as number;
  else placement.tier = ANY_ORDER[findEach(words, text, placement)] as number;
  measure(words, text, placement);
  return true;
}

/** Finds each word by itself, as well as it can be found; returns the level of the worst. */
function findEach(words: readonly Word[], text: Text, placement: Placement): number {
  start(placement);
  let worst = AT_WORD_START;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const first = placement.spans.length;
    const level = findOne(word, text, i === 0 ? text.extension : text.folded.length, placement.spans);
    if (level === NOT_FOUND) return NOT_FOUND;
    worst = Math.max(worst, level);
    note(word, text, first, placement);
  }
  return worst;
}

/** Finds one word, starting before `to`, preferably in the last segment; returns the level. */
function findOne(word: Word, text: Text, to: number, spans: Spans): number {
  const { folded, base } = text;
  let level = AT_WORD_START;
  let at = findAtWordStart(word, text, base, to);
  if (at < 0 && base > 0) at = findAtWordStart(word, text, 0, to);
  if (at < 0) {
    level = INSIDE;
    at = findInside(word, text, base, to);
    if (at < 0 && base > 0) at = findInside(word, text, 0, to);
  }
  if (at >= 0) {
    spans.push(at, at + word.text.length);
    return level;
  }
  const first = spans.length;
  if (base > 0 && findSubsequence(word.points, folded, base, spans) && spans.start(first) < to)
    return SCATTERED;
  spans.length = first;
  if (!findSubsequence(word.points, folded, 0, spans)) return NOT_FOUND;
  return spans.start(first) < to ? SCATTERED : IN_EXTENSION;
}

/**
 * Finds the words one after another, each at the given level or better: as early as possible, or in a path, whose last
 * segment counts most, as late as possible.
 */
function findInOrder(words: readonly Word[], text: Text, level: number, placement: Placement): boolean {
  start(placement);
  const { spans } = placement;
  if (text.base === 0) {
    for (const word of words) {
      const first = spans.length;
      if (!findNext(word, text, level, first === 0 ? 0 : spans.end(), spans)) return false;
      note(word, text, first, placement);
    }
    return true;
  }
  let limit = text.folded.length;
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as Word;
    const first = spans.length;
    const bounds = { to: i === 0 ? text.extension : text.folded.length, limit };
    if (!findPrevious(word, text, level, bounds, spans)) return false;
    note(word, text, first, placement);
    limit = spans.start(first);
  }
  return true;
}

function findNext(word: Word, text: Text, level: number, from: number, spans: Spans): boolean {
  const { folded } = text;
  if (level === SCATTERED) return findSubsequence(word.points, folded, from, spans);
  const at = (level === AT_WORD_START ? findAtWordStart : findInside)(word, text, from, folded.length);
  if (at >= 0) spans.push(at, at + word.text.length);
  return at >= 0;
}

function findPrevious(
  word: Word,
  text: Text,
  level: number,
  bounds: { to: number; limit: number },
  spans: Spans,
): boolean {
  if (level === SCATTERED) return findLastSubsequence(word.points, text.folded, bounds, spans);
  const at = (level === AT_WORD_START ? findLastAtWordStart : findLastInside)(
    word,
    text,
    bounds.to,
    bounds.limit,
  );
  if (at >= 0) spans.push(at, at + word.text.length);
  return at >= 0;
}

function start(placement: Placement): void {
  placement.spans.length = 0;
  placement.outside = 0;
  placement.isSameCase = true;
}

/** Adds to the placement what a word's spans, those from index `first` on, say about the case and the segment. */
function note(word: Word, text: Text, first: number, placement: Placement): void {
  const { spans } = placement;
  placement.outside += outsideBase(spans.start(first), spans.end(), text.base);
  placement.isSameCase &&= isSameShape(word, text, spans, first);
}

function measure(words: readonly Word[], text: Text, placement: Placement): void {
  let start = text.folded.length;
  let end = 0;
  for (let i = 0; i < placement.spans.length; i += 2) {
    start = Math.min(start, placement.spans.offsets[i] as number);
    end = Math.max(end, placement.spans.offsets[i + 1] as number);
  }
  const matched = words.reduce((sum, word) => sum + word.text.length, 0);
  // Two words may lie on one place, and then cover less than they have characters.
  placement.looseness = Math.max(0, end - start - matched);
  placement.position = start >= text.base ? start - text.base : start;
}
