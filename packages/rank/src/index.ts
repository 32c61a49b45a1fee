export { BANDS } from './bands.js';
export type { Band } from './bands.js';
export type { Candidate, CandidateInput, Field } from './candidate.js';
export { createIndex } from './create-index.js';
export { MAX_QUERY_LENGTH } from './query.js';
export { RankError } from './rank-error.js';
export type { RankErrorCode } from './rank-error.js';
export type { Index, IndexOptions, Match, SearchOptions, SearchResult } from './search-index.js';
