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
export function listAll<C extends CandidateInput>({
  table,
  limit,
  offset,
  accept,
}: SearchPlan<C>): SearchResult<C> {
  const matches: Match<C>[] = [];
  let total = 0;
  for (const place of table.byWeight) {
    const candidate = table.candidates[place] as C;
    if (accept !== undefined && !accept(candidate)) continue;
    if (total >= offset && matches.length < limit) {
      const text = typeof candidate === 'string' ? candidate : candidate.value;
      matches.push({ candidate, score: 0, ranges: [], field: 'value', text, band: undefined });
    }
    total++;
  }
  return { matches, total };
}

/** The accepted candidates that match a query, best first. */
export function searchMatching<C extends CandidateInput>(plan: SearchPlan<C>, query: Query): SearchResult<C> {
  const { table, accept } = plan;
  const best = new BestHits(Math.min(plan.offset + plan.limit, table.candidates.length));
  const placement = new Placement();
  const hit: Hit = { candidate: 0, text: 0, tier: 0, first: 0, second: 0, third: 0 };
  let total = 0;
  for (let i = 0; i < table.candidates.length; i++) {
    if (!findBestText(plan, query, i, placement, hit)) continue;
    if (accept !== undefined && !accept(table.candidates[i] as C)) continue;
    total++;
    best.add(hit);
  }
  const matches = best.sorted().slice(plan.offset);
  return { matches: matches.map((kept) => toMatch(plan, query, kept, placement)), total };
}

/** Fills in `hit` for the text of a candidate that matches best; false if none does. */
function findBestText<C extends CandidateInput>(
  { table, lastTier }: SearchPlan<C>,
  query: Query,
  candidate: number,
  placement: Placement,
  hit: Hit,
): boolean {
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
function toMatch<C extends CandidateInput>(
  { table, folder }: SearchPlan<C>,
  query: Query,
  hit: Hit,
  placement: Placement,
): Match<C> {
  const text = table.texts[hit.text] as Text;
  matchText(query, text, placement);
  return {
    candidate: table.candidates[hit.candidate] as C,
    score: scoreOf(stepOf(hit.tier, text.field)),
    ranges: rangesOf(query, text, placement, folder),
    field: text.field,
    text: text.original,
    band: bandOfTier(hit.tier),
  };
}
