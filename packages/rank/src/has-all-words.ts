import { findSubsequence } from './find-subsequence.js';
import type { FlatTexts } from './flat-texts.js';
import type { Query, Word } from './query.js';
import { Spans } from './spans.js';
import type { Text } from './text.js';

/**
 * Whether a text matches a query in any band at all: whatever else it needs, every word has its characters in order. Most
 * matches are only counted, and for them this is all that has to be known.
 */
export function hasAllWords(query: Query, flat: FlatTexts, t: number, text: Text): boolean {
  const { words, lead, whole } = query;
  if (words.length === 0) return text.folded.includes(whole.text);
  if (lead !== '' && !text.folded.includes(lead)) return false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    if (word.isFlat) {
      if (!hasInOrder(flat, t, word.codes)) return false;
    } else if (!findSubsequence(word.points, text.folded, 0, new Spans())) return false;
  }
  return true;
}

/** Whether a text has codes in order, with anything between them. */
export function hasInOrder({ codes, from }: FlatTexts, t: number, word: readonly number[]): boolean {
  const end = (from[t + 1] as number) - 1;
  const { length } = word;
  let found = 0;
  let next = word[0] as number;
  for (let at = from[t] as number; at < end; at++) {
    if (codes[at] !== next) continue;
    if (++found === length) return true;
    next = word[found] as number;
  }
  return false;
}
