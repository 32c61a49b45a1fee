import { TIER, bandOfTier } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import type { Match, SearchResult } from '../search-index.js';
import { appliesTo } from './loose-search.js';
import { mergeHits } from './merge-hits.js';
import type { Page } from './page.js';
import type { Query } from './query.js';
import { searchStrictly } from './search-strictly.js';
import type { SegmentRoom } from './segment-room.js';
import { toMatch } from './to-match.js';

/** Parts of enough matches with which characters apart are not looked for, and two errors: who means them finds next to nothing otherwise, and they cost most. */
const FEW = 1 / 4;
const NEXT_TO_NONE = 1 / 10;

/** A search with all it needs, its numbers checked. */
export interface Plan<C extends CandidateInput> {
  readonly query: Query;
  readonly page: Page<C>;
  /** What is found only in later tiers is no match. */
  readonly lastTier: number;
  /** With so many matches later tiers are left alone. */
  readonly enough: number;
}

/** Searches segments tier by tier, and so far as there are not enough matches. */
export function searchSegments<C extends CandidateInput>(
  rooms: readonly SegmentRoom<C>[],
  { query, page, lastTier, enough }: Plan<C>,
): SearchResult<C> {
  const isLast = lastTier <= TIER.wordStart && !query.whole.isSign;
  const options = { lastTier, enough: isLast ? 0 : enough, isFiltered: page.accept !== undefined };
  let total = 0;
  let isComplete = false;
  for (const room of rooms) {
    room.begin(query, page.to, enough, page.accept);
    searchStrictly(room.search, room.hits, options);
    total += room.search.total;
    isComplete ||= room.search.isComplete;
  }
  // What begins with a sign needs no start of a word, so that sorted starts do not have all of its word starts.
  let consulted = Math.min(lastTier, query.whole.isSign ? TIER.prefix : TIER.wordStart);
  for (let tier = consulted + 1; tier <= lastTier && total < enough; tier++) {
    if (total >= limitOf(tier, enough)) continue;
    consulted = tier;
    if (!appliesTo(query, tier, isComplete)) continue;
    total = 0;
    for (const room of rooms) {
      room.loose.run(tier, room.hits);
      total += room.search.total;
    }
  }
  return { matches: matchesOf(rooms, page), total, consulted: bandOfTier(consulted) };
}

function matchesOf<C extends CandidateInput>(
  rooms: readonly SegmentRoom<C>[],
  { from, to }: Page<C>,
): Match<C>[] {
  const matches: Match<C>[] = [];
  const [only] = rooms;
  if (only !== undefined && rooms.length === 1) {
    const last = Math.min(to, only.hits.count);
    for (let i = from; i < last; i++) matches.push(toMatch(only, i));
    return matches;
  }
  for (const { room, hit } of mergeHits(rooms).slice(from, to)) matches.push(toMatch(room, hit));
  return matches;
}

/** With so many matches a tier is left alone. */
function limitOf(tier: number, enough: number): number {
  if (tier === TIER.twoErrors) return enough * NEXT_TO_NONE;
  return tier === TIER.wordParts || tier === TIER.subsequence ? enough * FEW : enough;
}
