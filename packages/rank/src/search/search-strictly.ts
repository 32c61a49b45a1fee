import { TIER } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import { originalOf } from '../layout/text-owner.js';
import { place } from '../match/place.js';
import { countNew } from './count-new.js';
import { equalTexts } from './equal-texts.js';
import type { Hits } from './hits.js';
import type { Range } from './range.js';
import type { SegmentSearch } from './segment-search.js';

/** Ranges of together so many starts are walked through: counting them otherwise would cost as much. */
const FEW_STARTS = 48;

/** More removed candidates than these are not looked at one by one. */
const MANY_REMOVED = 1000;

/** What a search in the strict tiers has to know. */
export interface StrictOptions {
  lastTier: number;
  /** With fewer matches the search goes on, and has to know which they were. */
  enough: number;
  /** Some candidates may be refused, so that each has to be asked about. */
  isFiltered: boolean;
}

/**
 * The tiers of what begins with the query as it was typed: exact to word start. Two ranges of the sorted starts have all of it, so that it
 * can be counted without a look at the texts.
 */
export function searchStrictly<C extends CandidateInput>(
  s: SegmentSearch<C>,
  hits: Hits,
  { lastTier, enough, isFiltered }: StrictOptions,
): void {
  const { heads, inner } = s;
  const { whole, equal, isOnlyEqual } = s.matcher.query;
  heads.find(whole.codes, s.columns.heads);
  // What equals the query as typed may begin with white space that the query without it does not have.
  const isEqualApart = equal !== whole.codes;
  if (isEqualApart) s.equal.find(equal, s.columns.heads);
  meetEqual(s, isEqualApart ? s.equal : heads, TIER.exact, hits);
  if (lastTier >= TIER.folded) meetEqual(s, heads, TIER.folded, hits);
  s.isComplete = s.total > 0;
  if (lastTier < TIER.prefix || isOnlyEqual) return;
  if (lastTier === TIER.prefix) inner.clear();
  else inner.find(whole.codes, s.columns.inner);
  const count = isFiltered || isEqualApart ? -1 : countUnseen(s);
  const isAll = count < enough;
  meetRange(s, TIER.prefix, heads, isAll, hits);
  meetRange(s, TIER.wordStart, inner, isAll, hits);
  if (!isAll) s.total = count;
}

/** Number of candidates in the ranges; -1 if they have to be looked at to know it. */
function countUnseen<C extends CandidateInput>({ heads, inner, segment, matcher }: SegmentSearch<C>): number {
  const { length } = matcher.query.whole.codes;
  const { columns, removedSlots } = segment;
  const mayCount =
    removedSlots.length === 0 || (removedSlots.length <= MANY_REMOVED && columns.extraSlots.length === 0);
  if (heads.size + inner.size <= FEW_STARTS || !mayCount) return -1;
  const inHeads = countNew(heads, length);
  const inInner = countNew(inner, length);
  if (inHeads < 0 || inInner < 0) return -1;
  let count = inHeads + inInner;
  for (const slot of removedSlots) {
    // Without other texts than values a slot is its text.
    if (place(matcher, TIER.prefix, slot) || place(matcher, TIER.wordStart, slot)) count--;
  }
  return count;
}

function meetRange<C extends CandidateInput>(
  s: SegmentSearch<C>,
  tier: number,
  range: Range,
  isAll: boolean,
  hits: Hits,
): void {
  if (range.size === 0 || (!isAll && hits.missing === 0)) return;
  s.beginTier(tier, hits.missing);
  s.meetRange(range, tier, isAll);
  hits.take(s.best, tier);
}

/** The texts that equal the query: as it was typed, or folded. */
function meetEqual<C extends CandidateInput>(
  s: SegmentSearch<C>,
  range: Range,
  tier: number,
  hits: Hits,
): void {
  const { typed, trimmed, isOnlyEqual, whole, equal } = s.matcher.query;
  const { length } = tier === TIER.exact ? equal : whole.codes;
  const wanted = tier === TIER.exact ? typed : isOnlyEqual ? trimmed : undefined;
  const texts = equalTexts(s.columns, range, isOnlyEqual ? undefined : length);
  if (texts.length === 0) return;
  s.beginTier(tier, hits.missing);
  for (const text of texts) {
    if (wanted === undefined || originalOf(s.columns, text) === wanted) s.meet(text, tier, true);
  }
  hits.take(s.best, tier);
}
