import { TIER, bandOfTier } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import type { Match, SearchResult } from '../search-index.js';
import { mergeHits } from './merge-hits.js';
import type { Page } from './page.js';
import { searchStrictly } from './search-strictly.js';
import type { SegmentRoom } from './segment-room.js';
import type { Turns } from './take-turns.js';
import { takeTurns } from './take-turns.js';
import { toMatch } from './to-match.js';

/** A search with all it needs, its numbers checked. */
export interface Plan<C extends CandidateInput> extends Turns {
  readonly page: Page<C>;
}

/** Searches segments tier by tier, and so far as there are not enough matches. */
export function searchSegments<C extends CandidateInput>(
  rooms: readonly SegmentRoom<C>[],
  plan: Plan<C>,
): SearchResult<C> {
  const { query, page, lastTier, enough } = plan;
  const isLast = lastTier <= TIER.wordStart && !query.whole.isSign;
  const options = { lastTier, enough: isLast ? 0 : enough, isFiltered: page.accept !== undefined };
  let found = 0;
  let isComplete = false;
  for (const room of rooms) {
    room.begin(query, page.to, enough, page.accept);
    searchStrictly(room.search, room.hits, options);
    found += room.search.total;
    isComplete ||= room.search.isComplete;
  }
  const { total, consulted } = takeTurns(plan, { total: found, isComplete }, (tier) => {
    let sum = 0;
    for (const room of rooms) {
      room.loose.run(tier, room.hits);
      sum += room.search.total;
    }
    return sum;
  });
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
