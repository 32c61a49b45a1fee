import { lastTier } from './bands.js';
import { tabulate } from './candidate-table.js';
import type { CandidateInput } from './candidate.js';
import { Folder } from './folder.js';
import { prepareQuery } from './query.js';
import type { Index, IndexOptions, SearchOptions, SearchResult } from './search-index.js';
import type { SearchPlan } from './search-plan.js';
import { listAll } from './list-all.js';
import { searchMatching } from './search.js';

/**
 * Makes a list of candidates searchable. The list is copied, the candidates themselves are not: they come back from
 * searches as they are.
 * @throws RankError `invalid-candidate` if one is neither a string nor an object with a string `value`; `invalid-readings`
 * if `readings` throws.
 */
export function createIndex<C extends CandidateInput>(
  candidates: readonly C[],
  options: IndexOptions = {},
): Index<C> {
  const folder = new Folder();
  const table = tabulate(candidates, folder, options.readings);
  const last = lastTier(options.loosest);
  return {
    size: table.candidates.length,
    search(query: string, { limit = Infinity, offset = 0, accept }: SearchOptions<C> = {}): SearchResult<C> {
      const plan: SearchPlan<C> = {
        table,
        folder,
        lastTier: last,
        limit: toCount(limit),
        offset: toCount(offset),
        accept,
      };
      return query.trim() === '' ? listAll(plan) : searchMatching(plan, prepareQuery(query, folder));
    },
  };
}

function toCount(number: number): number {
  return number > 0 ? Math.floor(number) : 0;
}
