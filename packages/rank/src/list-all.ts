import type { CandidateInput } from './candidate.js';
import { valueOf } from './candidate.js';
import type { Match, SearchResult } from './search-index.js';
import type { SearchPlan } from './search-plan.js';

/** All accepted candidates, by weight. */
export function listAll<C extends CandidateInput>(plan: SearchPlan<C>): SearchResult<C> {
  const { table, accept } = plan;
  const accepted =
    accept === undefined
      ? table.byWeight
      : table.byWeight.filter((candidate) => accept(table.candidates[candidate] as C));
  const page = Array.from(accepted.subarray(plan.offset, plan.offset + plan.limit));
  return {
    matches: page.map((candidate) => toUnmatched(table.candidates[candidate] as C)),
    total: accepted.length,
  };
}

function toUnmatched<C extends CandidateInput>(candidate: C): Match<C> {
  return {
    candidate,
    score: 0,
    ranges: [],
    field: 'value',
    text: valueOf(candidate),
    band: undefined,
  };
}
