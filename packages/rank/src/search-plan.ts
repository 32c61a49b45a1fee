import type { CandidateTable } from './candidate-table.js';
import type { CandidateInput } from './candidate.js';
import type { Folder } from './folder.js';

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
