import { TIER } from '../bands.js';
import { ONE_ERROR_LENGTH, TWO_ERRORS_LENGTH } from '../match/place-errors.js';
import type { Query } from './query.js';

/** Better matches from which on looser tiers are left alone: as many as a list shows at a time. */
export const ENOUGH = 10;

/** Parts of enough matches with which characters apart are not looked for, and two errors: who means them finds next to nothing otherwise, and they cost most. */
const FEW = 1 / 4;
const NEXT_TO_NONE = 1 / 10;

/** Loose tiers in which readings count: they are found by beginnings, in no looser way. */
const BEGINNINGS: readonly number[] = [
  TIER.wordStart,
  TIER.firstInitials,
  TIER.initials,
  TIER.abbreviation,
  TIER.wordsInOrder,
  TIER.wordsAnyOrder,
  TIER.wordParts,
];

/** What decides which tiers are looked at. */
export interface Turns {
  readonly query: Query;
  /** What is found only in later tiers is no match. */
  readonly lastTier: number;
  /** With so many matches later tiers are left alone. */
  readonly enough: number;
}

/** What was found in the tiers so far. */
export interface FoundSoFar {
  readonly total: number;
  /** Whether some text equals the query: who has typed it to its end made no error. */
  readonly isComplete: boolean;
}

/** The last of the tiers that are always looked at. What begins with a sign needs no start of a word: it is looked for as loosely as what is inside. */
export function lastStrictTier({ query, lastTier }: Turns): number {
  return Math.min(lastTier, query.whole.isSign ? TIER.prefix : TIER.wordStart);
}

/** Runs the loose tiers one after another while there are not enough matches. `run` searches a tier and gives the new total. */
export function takeTurns(
  turns: Turns,
  { total: found, isComplete }: FoundSoFar,
  run: (tier: number) => number,
): { total: number; consulted: number } {
  const { query, lastTier, enough } = turns;
  let total = found;
  let consulted = lastStrictTier(turns);
  for (let tier = consulted + 1; tier <= lastTier && total < enough; tier++) {
    if (total >= limitOf(tier, enough)) continue;
    consulted = tier;
    if (appliesTo(query, tier, isComplete)) total = run(tier);
  }
  return { total, consulted };
}

/** With so many matches a tier is left alone. */
function limitOf(tier: number, enough: number): number {
  if (tier === TIER.twoErrors) return enough * NEXT_TO_NONE;
  return tier === TIER.wordParts || tier === TIER.subsequence ? enough * FEW : enough;
}

/** Whether a loose tier has anything for readings. */
export function findsReadings(tier: number): boolean {
  return BEGINNINGS.includes(tier);
}

/** Whether a tier beyond those of sorted starts can have matches for a query; with `isComplete` errors are not forgiven. */
function appliesTo(
  { whole, isOneWord, isOnlyEqual, hasUnknown, words }: Query,
  tier: number,
  isComplete: boolean,
): boolean {
  const { length } = whole.codes;
  if (isOnlyEqual) return false;
  switch (tier) {
    case TIER.missingLetter:
    case TIER.headError:
    case TIER.firstError:
      return !isComplete && length >= ONE_ERROR_LENGTH;
    case TIER.wordError:
      return !isComplete && length >= ONE_ERROR_LENGTH && !whole.isSign;
    case TIER.twoErrors:
      return !isComplete && length >= TWO_ERRORS_LENGTH;
    case TIER.inside:
      // What begins with a sign is at a start wherever it is.
      return !hasUnknown && !whole.isSign;
    case TIER.wordStart:
      return !hasUnknown;
    case TIER.subsequence:
      return !hasUnknown && words.length > 0;
    case TIER.wordsInOrder:
    case TIER.wordsAnyOrder:
    case TIER.wordsInsideInOrder:
    case TIER.wordsInsideAnyOrder:
      return !hasUnknown && !isOneWord && words.length > 0;
    default:
      // No word starts with a sign, nor does an extension.
      return !hasUnknown && isOneWord && !whole.isSign && (length > 1 || tier === TIER.extension);
  }
}
