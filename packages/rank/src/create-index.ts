import type { CandidateInput } from './candidate.js';
import { buildColumns } from './layout/build-columns.js';
import { runAtOnce } from './layout/steps.js';
import type { Index, IndexOptions } from './search-index.js';
import { toIndex } from './search/to-index.js';
import { Folder } from './text/folder.js';

/**
 * Makes a list of candidates searchable. The list is copied, the candidates themselves are not: they come back from
 * searches as they are.
 * @throws RankError `invalid-candidate` if one is neither a string nor an object with a string `value`; `invalid-readings`
 * if `readings` throws.
 */
export function createIndex<C extends CandidateInput>(
  candidates: readonly C[],
  options: IndexOptions<C> = {},
): Index<C> {
  const folder = new Folder();
  return toIndex(runAtOnce(buildColumns(candidates, folder, options)), folder, options);
}
