import { TIER } from './bands.js';
import { findAtWordStart, findInside, firstAtLeast } from './find-contiguous.js';
import { findSubsequence } from './find-subsequence.js';
import type { Placement } from './placement.js';
import { outsideBase } from './placement.js';
import type { Word } from './query.js';
import { isSameShape } from './same-shape.js';
import type { Text } from './text.js';
import { countWordParts } from './word-parts.js';

/**
 * Looks for a run of characters at the start of the text, of its last segment, or of a word, given the offset at which
 * it first occurs. What begins in the file extension does not count.
 */
export function matchAtStart(word: Word, text: Text, first: number, placement: Placement): boolean {
  const { folded, base } = text;
  if (folded === word.text) return placeRun(TIER.folded, 0, word, text, placement);
  if (base > 0 && folded.startsWith(word.text, base))
    return placeRun(TIER.prefix, base, word, text, placement);
  if (first === 0) return placeRun(TIER.prefix, 0, word, text, placement);
  let start = findAtWordStart(word, text, Math.max(base, first), text.extension);
  if (start < 0 && first < base) start = findAtWordStart(word, text, first, text.extension);
  return start >= 0 && placeRun(TIER.wordStart, start, word, text, placement);
}

/** Looks for a run of characters anywhere, given the offset at which it first occurs. */
export function matchInside(word: Word, text: Text, first: number, placement: Placement): boolean {
  const start = first < text.base ? findInside(word, text, text.base, text.extension) : first;
  return placeRun(TIER.inside, start < 0 ? first : start, word, text, placement);
}

/** Looks for the initials of consecutive words. */
export function matchInitials(word: Word, text: Text, placement: Placement): boolean {
  const { starts, base } = text;
  const { points } = word;
  // A single character that begins a word was found as the start of a word.
  if (points.length < 2 || points.length > starts.length) return false;
  let k = findInitials(points, text, base);
  if (k < 0 && base > 0) k = findInitials(points, text, 0);
  if (k < 0) return false;
  placement.spans.length = 0;
  for (let i = 0; i < points.length; i++) {
    const start = starts[k + i] as number;
    placement.spans.push(start, start + (points[i] as string).length);
  }
  placement.tier = TIER.initials;
  placement.looseness = 0;
  placement.isSameCase = isSameShape(word, text, placement.spans, 0);
  placeAt(starts[k] as number, placement.spans.end(), base, placement);
  return true;
}

/** Index of the first word, from offset `from` on and before the file extension, with which these initials begin; or -1. */
function findInitials(points: readonly string[], { folded, starts, extension }: Text, from: number): number {
  const last = starts.length - points.length;
  for (let k = from === 0 ? 0 : firstAtLeast(starts, from); k <= last; k++) {
    if ((starts[k] as number) >= extension) return -1;
    let i = 0;
    while (i < points.length && folded.startsWith(points[i] as string, starts[k + i])) i++;
    if (i === points.length) return k;
  }
  return -1;
}

/** Looks for beginnings of words that spell the word, consecutive or not. Leaves finding the spans to those who need them. */
export function matchWordParts(word: Word, text: Text, placement: Placement): boolean {
  let parts = countWordParts(word, text, text.base, placement.partsRow);
  const isInBase = parts > 0;
  if (!isInBase && text.base > 0) parts = countWordParts(word, text, 0, placement.partsRow);
  if (parts === 0) return false;
  placement.tier = TIER.wordParts;
  placement.outside = isInBase ? 0 : 2;
  placement.looseness = parts - 1;
  placement.isSameCase = true;
  placement.position = 0;
  return true;
}

/**
 * Looks for the characters in order. The last segment is tried first; there the file extension alone is not enough,
 * and what lies wholly in it elsewhere too is the loosest match of all.
 */
export function matchSubsequence(word: Word, text: Text, placement: Placement): boolean {
  const { folded, base, extension } = text;
  const { spans } = placement;
  let isFound = base > 0 && findSubsequence(word.points, folded, base, spans) && spans.start() < extension;
  if (!isFound) {
    spans.length = 0;
    isFound = findSubsequence(word.points, folded, 0, spans);
  }
  if (!isFound) return false;
  const start = spans.start();
  const end = spans.end();
  placement.tier = start >= extension ? TIER.extension : TIER.subsequence;
  placement.looseness = end - start - word.text.length;
  placement.isSameCase = isSameShape(word, text, spans, 0);
  placeAt(start, end, base, placement);
  return true;
}

function placeRun(tier: number, start: number, word: Word, text: Text, placement: Placement): true {
  placement.spans.push(start, start + word.text.length);
  placement.tier = tier;
  placement.looseness = 0;
  placement.isSameCase = isSameShape(word, text, placement.spans, 0);
  placeAt(start, start + word.text.length, text.base, placement);
  return true;
}

function placeAt(start: number, end: number, base: number, placement: Placement): void {
  placement.outside = outsideBase(start, end, base);
  placement.position = start >= base ? start - base : start;
}
