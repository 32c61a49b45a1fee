import type { CandidateInput } from '../candidate.js';
import type { Columns } from '../layout/columns.js';
import type { Index, IndexOptions } from '../search-index.js';
import type { Folder } from '../text/folder.js';
import { SegmentedIndex } from './segmented-index.js';

/** The index over candidates that were laid out with a folder. */
export function toIndex<C extends CandidateInput>(
  columns: Columns<C>,
  folder: Folder,
  options: IndexOptions<C>,
): Index<C> {
  return new SegmentedIndex([{ columns, removed: undefined, removedSlots: [] }], folder, options);
}
