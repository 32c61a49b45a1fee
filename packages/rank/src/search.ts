import { bandOfTier } from './bands.js';
import type { Hit } from './best-hits.js';
import { BestHits, compareKeys } from './best-hits.js';
import type { CandidateTable } from './candidate-table.js';
import type { CandidateInput } from './candidate.js';
import type { Folder } from './folder.js';
import { matchText } from './match-text.js';
import { Placement } from './placement.js';
import type { Query } from './query.js';
import { rangesOf } from './ranges.js';
import { firstKey, scoreOf, secondKey, stepOf, thirdKey } from './rank-key.js';
import type { Match, SearchResult } from './search-index.js';
import type { Text } from './text.js';

/** A search with everything it needs, its numbers checked. */
export interface SearchPlan<C extends CandidateInput> {
  readonly table: CandidateTable<C>;
  readonly folder: Folder;
  /** What is found only in later tiers is no match. */
  readonly lastTier: number;
  readonly limit: number;
  readonly offset: number;
  readonly accept: ((candidate: C) => boolean) | undefined;
}

/** All accepted candidates, by weight. */
export function listAll<C extends CandidateInput>(plan: SearchPlan<C>): SearchResult<C> {
  const { table, accept } = plan;
  const accepted =
    accept === undefined
      ? table.byWeight
      : table.byWeight.filter((candidate) => accept(table.candidates[candidate] as C));
  const page = Array.from(accepted.subarray(plan.offset, plan.offset + plan.limit));
  return { matches: page.map((candidate) => toUnmatched(table, candidate)), total: accepted.length };
}

/** What one search carries along. */
interface Searching<C extends CandidateInput> {
  readonly plan: SearchPlan<C>;
  readonly query: Query;
  readonly placement: Placement;
}

/** The accepted candidates that match a query, best first. */
export function searchMatching<C extends CandidateInput>(plan: SearchPlan<C>, query: Query): SearchResult<C> {
  const { table, accept } = plan;
  const searching: Searching<C> = { plan, query, placement: new Placement() };
  const best = new BestHits(Math.min(plan.offset + plan.limit, table.candidates.length));
  const hit: Hit = { candidate: 0, text: 0, tier: 0, first: 0, second: 0, third: 0 };
  let total = 0;
  for (let i = 0; i < table.candidates.length; i++) {
    if (!findBestText(searching, i, hit)) continue;
    if (accept !== undefined && !accept(table.candidates[i] as C)) continue;
    total++;
    best.add(hit);
  }
  const kept = best.sorted().slice(plan.offset);
  return { matches: kept.map((hit) => toMatch(searching, hit)), total };
}

/** Fills in `hit` for the text of a candidate that matches best; false if none does. */
function findBestText<C extends CandidateInput>(
  { plan, query, placement }: Searching<C>,
  candidate: number,
  hit: Hit,
): boolean {
  const { table, lastTier } = plan;
  const end = table.textsFrom[candidate + 1] as number;
  hit.first = Infinity;
  for (let t = table.textsFrom[candidate] as number; t < end; t++) {
    if (((table.masks[t] as number) & query.mask) !== query.mask) continue;
    const text = table.texts[t] as Text;
    if (!matchText(query, text, placement) || placement.tier > lastTier) continue;
    const first = firstKey(stepOf(placement.tier, text.field), table.weightRanks[candidate] as number);
    const second = secondKey(placement);
    const third = thirdKey(text.folded.length, candidate);
    if (compareKeys(first, second, third, hit) >= 0) continue;
    hit.candidate = candidate;
    hit.text = t;
    hit.tier = placement.tier;
    hit.first = first;
    hit.second = second;
    hit.third = third;
  }
  return hit.first !== Infinity;
}

/** Ranges are found again for the few matches that are returned, instead of kept for all that are not. */
function toMatch<C extends CandidateInput>({ plan, query, placement }: Searching<C>, hit: Hit): Match<C> {
  const text = plan.table.texts[hit.text] as Text;
  matchText(query, text, placement);
  return {
    candidate: plan.table.candidates[hit.candidate] as C,
    score: scoreOf(stepOf(hit.tier, text.field)),
    ranges: rangesOf(query, text, placement, plan.folder),
    field: text.field,
    text: text.original,
    band: bandOfTier(hit.tier),
  };
}

function toUnmatched<C extends CandidateInput>(table: CandidateTable<C>, candidate: number): Match<C> {
  const text = table.texts[table.textsFrom[candidate] as number] as Text;
  return {
    candidate: table.candidates[candidate] as C,
    score: 0,
    ranges: [],
    field: text.field,
    text: text.original,
    band: undefined,
  };
}
