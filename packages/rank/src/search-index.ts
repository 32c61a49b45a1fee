import type { CandidateInput, Field } from './candidate.js';

/** Options of {@link createIndex}. There are none yet. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface IndexOptions {}

/** What to return of the matches. */
export interface SearchOptions<C extends CandidateInput = CandidateInput> {
  /** At most so many matches. Negative numbers and NaN count as 0. @default all */
  limit?: number;
  /** Skips so many of the best matches. @default 0 */
  offset?: number;
  /** Candidates that it refuses are neither returned nor counted. */
  accept?: (candidate: C) => boolean;
}

/** One candidate that matched. Fresh for every search: the caller may keep or change it. */
export interface Match<C extends CandidateInput = CandidateInput> {
  /** The caller's own candidate, untouched. */
  candidate: C;
  /** From 1 (exact value) down towards 0: the band, then the field. 0 for an empty query. */
  score: number;
  /** What to highlight in `text`: sorted, disjoint `[start, end)` in UTF-16 units, never splitting a grapheme. */
  ranges: [start: number, end: number][];
  /** Which text of the candidate was matched. */
  field: Field;
  /** That text itself; `ranges` are offsets into it. */
  text: string;
}

/** The matches asked for and how many there are in all. */
export interface SearchResult<C extends CandidateInput = CandidateInput> {
  matches: Match<C>[];
  /** Exact number of accepted candidates that match, whatever `limit` and `offset` are. */
  total: number;
}

/** A searchable list of candidates. */
export interface Index<C extends CandidateInput = CandidateInput> {
  /** Number of candidates. */
  readonly size: number;
  search(query: string, options?: SearchOptions<C>): SearchResult<C>;
}
