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
import type { Query, Word } from './query.js';
import type { Text } from './text.js';

/**
 * Finds the best tier in which a text matches a query and says in `placement` where; false if in none. With `maySpell`
 * false it is known that no beginnings of words spell the query.
 */
export function matchText(query: Query, text: Text, placement: Placement, maySpell = true): boolean {
  placement.spans.length = 0;
  if (query.isOnlyEqual || text.original === query.typed) return matchEqual(query, text, placement);
  const isFound = query.isOneWord
    ? matchOneWord(query.whole, text, placement, maySpell)
    : matchSeveral(query, text, placement);
  return isFound && (text.field !== 'reading' || isOfBeginnings(query, text, placement, maySpell));
}

/**
 * Whether a reading was found by how it or words of it begin; sounds have few letters, and any of them are inside or apart in some
 * reading of every longer list. What is inside may be spelled by beginnings too, and then counts as these.
 */
function isOfBeginnings(query: Query, text: Text, placement: Placement, maySpell: boolean): boolean {
  const { tier } = placement;
  if (tier <= TIER.initials || tier === TIER.wordParts) return true;
  return tier === TIER.inside && query.isOneWord && maySpell && matchWordParts(query.whole, text, placement);
}

function matchOneWord(word: Word, text: Text, placement: Placement, maySpell: boolean): boolean {
  const first = text.folded.indexOf(word.text);
  // The letters of an extension alone say little; typed with its dot it is meant.
  if (first < 0 || first >= text.extension) return matchScattered(word, text, placement, maySpell);
  return (
    matchAtStart(word, text, first, placement) ||
    (maySpell && matchInitials(word, text, placement)) ||
    matchInside(word, text, first, placement)
  );
}

function matchScattered(word: Word, text: Text, placement: Placement, maySpell: boolean): boolean {
  // Fails for most texts, and where it does all others would.
  if (!matchSubsequence(word, text, placement)) return false;
  if (!maySpell) return true;
  const { tier } = placement;
  if (matchInitials(word, text, placement)) return true;
  if (tier !== TIER.extension) matchWordParts(word, text, placement);
  return true;
}

function matchSeveral(query: Query, text: Text, placement: Placement): boolean {
  const { whole } = query;
  const first = text.folded.indexOf(whole.text);
  if (first >= 0 && matchAtStart(whole, text, first, placement)) return true;
  const isFound = matchWords(query, text, placement);
  // As it was typed but inside a word comes after words at starts of words, and before all others.
  if (first < 0 || (isFound && placement.tier < TIER.inside)) return isFound;
  placement.spans.length = 0;
  return matchInside(whole, text, first, placement);
}

function matchEqual({ typed }: Query, { original, folded }: Text, placement: Placement): boolean {
  if (original !== typed && original !== typed.trim()) return false;
  placement.spans.push(0, folded.length);
  placement.tier = original === typed ? TIER.exact : TIER.folded;
  Object.assign(placement, { outside: 0, looseness: 0, isSameCase: true, position: 0 });
  return true;
}
