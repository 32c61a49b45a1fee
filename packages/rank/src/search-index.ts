import type { Band } from './bands.js';
import type { CandidateInput, Field } from './candidate.js';

/** Options of `createIndex`. */
export interface IndexOptions<C extends CandidateInput = CandidateInput> {
  /** The last band that is still a match; `'inside'` turns fuzzy matching off, `'prefix'` leaves beginnings only. @default all bands */
  loosest?: Band;
  /**
   * How many better matches there have to be for later bands to be left alone. What begins with the query is always looked
   * for; `Infinity` makes that so of all bands. @default 10
   */
  enough?: number;
  /** Weight of a candidate that has none of its own, such as a string. Called once for each, when the index is made. @default 0 */
  weight?: (candidate: C, position: number) => number;
  /**
   * Other spellings of a text, such as the sounds of its letters, by which a candidate is found too. It is called for value,
   * title and aliases once, when the index is made; of what it returns only strings count. A reading matches by how it or its words
   * begin, in no band of letters inside or apart.
   * @default none
   */
  readings?: (value: string) => readonly string[];
}

/** What to return of the matches. */
export interface SearchOptions<C extends CandidateInput = CandidateInput> {
  /** At most so many matches. What is negative or no number counts as 0; fractions are cut off. @default all */
  limit?: number;
  /** Skips so many of the best matches. What is negative or no number counts as 0; fractions are cut off. @default 0 */
  offset?: number;
  /** Candidates that it refuses are neither returned nor counted. */
  accept?: (candidate: C) => boolean;
}

/** One candidate that matched. Fresh for every search: the caller may keep or change it. */
export interface Match<C extends CandidateInput = CandidateInput> {
  /** The caller's own candidate, untouched. */
  candidate: C;
  /** From 1 (an exact value) down towards 0; says the step of the order, so it never rises along the matches. 0 for an empty query. */
  score: number;
  /** What to highlight in `text`: sorted, disjoint `[start, end)` in UTF-16 units that never split a grapheme. Empty for a reading. */
  ranges: [start: number, end: number][];
  /** Which text of the candidate was matched. */
  field: Field;
  /** That text. Where `field` is `'value'` or `'reading'` it is the value: readings are not for people to see. */
  text: string;
  /** How it was matched; undefined for an empty query. */
  band: Band | undefined;
}

/** The matches asked for and how many there are in all. */
export interface SearchResult<C extends CandidateInput = CandidateInput> {
  matches: Match<C>[];
  /** Exact number of accepted candidates that match in the bands that were looked at, whatever `limit` and `offset` are. */
  total: number;
  /** The loosest band that was looked at: later ones are not, once there are enough matches. */
  consulted: Band;
}

/** How a list has changed. */
export interface IndexChanges<C extends CandidateInput = CandidateInput> {
  /** New candidates; in the given order they come last. */
  add?: readonly C[];
  /** Which of those before to leave out: a test, or their values. */
  remove?: ((candidate: C) => boolean) | readonly string[];
}

/** A searchable list of candidates. Of the searches made it remembers only what makes the next keystroke cheaper, which is bounded. */
export interface Index<C extends CandidateInput = CandidateInput> {
  /** Number of candidates. */
  readonly size: number;
  /** Best matches first, see docs/reference/ranking.md. An empty query matches everything. Never throws, whatever the query is. */
  search(query: string, options?: SearchOptions<C>): SearchResult<C>;
  /**
   * An index of the changed list, made at a cost in proportion to the changes: what stays is shared with this one, which remains as it is.
   * @throws RankError `invalid-candidate`, `invalid-readings`
   */
  with(changes: IndexChanges<C>): Index<C>;
}
