import { TIER } from './bands.js';
import {
  matchAtStart,
  matchInitials,
  matchInside,
  matchSubsequence,
  matchWordParts,
} from './match-one-word.js';
import { matchWords } from './match-words.js';
import type { Placement } from './placement.js';
import type { Query } from './query.js';
import type { Text } from './text.js';

/** Finds the best tier in which a text matches a query and says in `placement` where; false if in none. */
export function matchText(query: Query, text: Text, placement: Placement): boolean {
  placement.spans.length = 0;
  if (query.isOnlyEqual) return matchEqual(query, text, placement);
  const { whole, isOneWord } = query;
  // The letters of an extension alone say little; typed with its dot it is meant.
  const to = isOneWord ? text.extension : text.folded.length;
  if (text.original === query.typed) return matchEqual(query, text, placement);
  if (matchAtStart(whole, text, to, placement)) return true;
  if (!isOneWord) return matchTypedOrWords(query, text, placement);
  return (
    matchInitials(whole, text, placement) ||
    matchInside(whole, text, to, placement) ||
    matchScattered(query, text, placement)
  );
}

/** A run that starts inside a word comes after words that are at starts of words, and before all others. */
function matchTypedOrWords(query: Query, text: Text, placement: Placement): boolean {
  const isFound = matchWords(query, text, placement);
  if (isFound && placement.tier < TIER.inside) return true;
  if (!text.folded.includes(query.whole.text)) return isFound;
  placement.spans.length = 0;
  return matchInside(query.whole, text, text.folded.length, placement);
}

function matchScattered(query: Query, text: Text, placement: Placement): boolean {
  if (!matchSubsequence(query.whole, text, placement)) return false;
  if (placement.tier === TIER.subsequence) {
    // If it is of beginnings of words, that is the better match and replaces this one.
    matchWordParts(query.whole, text, placement);
  }
  return true;
}

function matchEqual({ typed }: Query, { original, folded }: Text, placement: Placement): boolean {
  if (original !== typed && original !== typed.trim()) return false;
  placement.spans.push(0, folded.length);
  placement.tier = original === typed ? TIER.exact : TIER.folded;
  Object.assign(placement, { outside: 0, looseness: 0, isSameCase: true, position: 0 });
  return true;
}
