import type { Candidate, CandidateInput, Index, IndexOptions } from '@mcp-typeahead/rank';
import { createIndex } from '@mcp-typeahead/rank';
import type { ResolvedCompleterOptions } from '../completer/completer-options.js';

/** What a completer says about how its candidates are found. */
export type IndexingOptions = Pick<ResolvedCompleterOptions, 'readings' | 'weight'>;

/** Makes the candidates of an answer searchable. Readings that are to be loaded are loaded first. */
export async function buildIndex(
  candidates: readonly CandidateInput[],
  { readings, weight }: IndexingOptions,
): Promise<Index> {
  const read = typeof readings === 'object' ? await readings.load() : readings;
  const options: IndexOptions = read === undefined ? {} : { readings: read };
  return createIndex(weight === undefined ? candidates : weighted(candidates, weight), options);
}

function weighted(
  candidates: readonly CandidateInput[],
  weight: (candidate: Candidate, position: number) => number,
): CandidateInput[] {
  return candidates.map((input, position) => {
    const candidate = typeof input === 'string' ? { value: input } : input;
    return candidate.weight === undefined ? { ...candidate, weight: weight(candidate, position) } : candidate;
  });
}
