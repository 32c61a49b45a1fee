export type { Candidate, CandidateInput, Field } from './candidate.js';
export { createIndex } from './create-index.js';
export type { Index, IndexOptions, Match, SearchOptions, SearchResult } from './search-index.js';
