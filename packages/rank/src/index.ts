export { BANDS } from './bands.js';
export type { Band } from './bands.js';
export type { Candidate, CandidateInput, Field } from './candidate.js';
export { createIndex } from './create-index.js';
export { createIndexAsync } from './create-index-async.js';
export type { AsyncIndexOptions } from './create-index-async.js';
export { RankError } from './rank-error.js';
export type { RankErrorCode } from './rank-error.js';
export type {
  Index,
  IndexChanges,
  IndexOptions,
  Match,
  SearchOptions,
  SearchResult,
} from './search-index.js';
export { MAX_QUERY_LENGTH } from './search/query.js';
