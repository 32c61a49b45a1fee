import { findSubsequence } from './find-subsequence.js';
import type { FlatTexts } from './flat-texts.js';
import type { Query } from './query.js';
import type { Text } from './text.js';

/**
 * Whether a text matches a query in any band at all: whatever else it needs, every word has its characters in order. Most matches
 * are only counted, and for them this is all that has to be known.
 */
export function hasAllWords(query: Query, flat: FlatTexts, t: number, text: Text): boolean {
  const { words, lead, whole } = query;
  if (words.length === 0) return text.folded.includes(whole.text);
  if (lead !== '' && !text.folded.includes(lead)) return false;
  const from = flat.from[t] as number;
  const end = (flat.from[t + 1] as number) - 1;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Query['whole'];
    if (word.isFlat) {
      if (!hasInOrder(flat.codes, from, end, word.codes)) return false;
    } else if (!findSubsequence(word.points, text.folded, 0, [])) return false;
  }
  return true;
}

function hasInOrder(codes: Uint16Array, from: number, end: number, word: Uint16Array): boolean {
  let found = 0;
  let next = word[0] as number;
  for (let at = from; at < end; at++) {
    if (codes[at] !== next) continue;
    if (++found === word.length) return true;
    next = word[found] as number;
  }
  return false;
}
