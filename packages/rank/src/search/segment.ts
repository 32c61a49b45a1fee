import type { CandidateInput } from '../candidate.js';
import type { BitSet } from '../layout/bit-set.js';
import type { Columns } from '../layout/columns.js';

/** A part of the candidates of an index, laid out once. What was removed since stays where it is and is passed over. */
export interface Segment<C extends CandidateInput = CandidateInput> {
  readonly columns: Columns<C>;
  /** By candidate, as they were given. Undefined: none. */
  readonly removed: BitSet | undefined;
  readonly removedSlots: readonly number[];
}

/** Number of candidates in segments. */
export function sizeOfAll(segments: readonly Segment[]): number {
  return segments.reduce((sum, { columns, removedSlots }) => sum + columns.size - removedSlots.length, 0);
}
