import type { CandidateInput } from '../candidate.js';
import type { Index, IndexOptions } from '../search-index.js';
import { Folder } from '../text/folder.js';
import { ScannedIndex } from './scanned-index.js';
import { toScannedList } from './scanned-list.js';

/** What can be done with a list of a few thousand candidates: all that the large index can, but to follow changes. */
export type SmallIndex<C extends CandidateInput = CandidateInput> = Omit<Index<C>, 'with'>;

/**
 * Makes a list of up to a few thousand candidates searchable. It gives the same answers as `createIndex` of `@mcp-typeahead/rank`; to a
 * browser it is less than half as much to load, and each search takes time in proportion to the list.
 * @throws RankError `invalid-candidate` if one is neither a string nor an object with a string `value`; `invalid-readings`
 * if `readings` throws.
 */
export function createIndex<C extends CandidateInput>(
  candidates: readonly C[],
  options: IndexOptions<C> = {},
): SmallIndex<C> {
  const folder = new Folder();
  return new ScannedIndex(toScannedList(candidates, folder, options), folder, options);
}
