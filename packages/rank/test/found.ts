import type { CandidateInput, IndexOptions, SearchOptions } from '../src/index.js';
import { createIndex } from '../src/index.js';

const valueOf = (candidate: CandidateInput): string =>
  typeof candidate === 'string' ? candidate : candidate.value;

/** The values that a query finds, best first. */
export function found<C extends CandidateInput>(
  query: string,
  candidates: readonly C[],
  options?: SearchOptions<C> & IndexOptions,
): string[] {
  const { matches } = createIndex(candidates, options).search(query, options);
  return matches.map(({ candidate }) => valueOf(candidate));
}

/** The ranges of the best match. */
export function rangesOfBest(
  query: string,
  candidates: readonly CandidateInput[],
): [number, number][] | undefined {
  return createIndex(candidates).search(query).matches[0]?.ranges;
}
