import type { CandidateInput, Index, IndexOptions } from '@mcp-typeahead/rank';
import { createIndex, createIndexAsync } from '@mcp-typeahead/rank';
import type { ResolvedCompleterOptions } from '../completer/completer-options.js';
import { takeInTurns } from '../steps.js';
import { changesBetween } from './changes-between.js';

/** What a completer says about how its candidates are found. */
export type IndexingOptions = Pick<ResolvedCompleterOptions, 'readings' | 'weight'>;

/** A list that is searchable already. */
interface Searchable {
  readonly candidates: readonly CandidateInput[];
  readonly index: Index;
}

interface Circumstances {
  /** The list that this one takes the place of. */
  before?: Searchable | undefined;
  signal?: AbortSignal | undefined;
}

/** Longer lists take more than some milliseconds; each reading costs about as much as twenty values. */
const atOnce = { plain: 10_000, withReadings: 500 };

/** Whether it takes so long to make candidates searchable that others must have their turn meanwhile. */
export function isLong(candidates: readonly CandidateInput[], { readings }: IndexingOptions): boolean {
  return candidates.length >= (readings === undefined ? atOnce.plain : atOnce.withReadings);
}

/** Makes the candidates of an answer searchable. Readings that are to be loaded are loaded first. */
export async function buildIndex(
  candidates: readonly CandidateInput[],
  options: IndexingOptions,
  { before, signal }: Circumstances = {},
): Promise<Index> {
  if (!isLong(candidates, options)) return createIndex(candidates, await toIndexOptions(options));
  // A weight may depend on the place in the list, which is another one after a change.
  if (before !== undefined && options.weight === undefined) {
    const changes = await takeInTurns(changesBetween(before.candidates, candidates), signal);
    if (changes !== undefined) return before.index.with(changes);
  }
  return createIndexAsync(candidates, { ...(await toIndexOptions(options)), ...(signal && { signal }) });
}

async function toIndexOptions({ readings, weight }: IndexingOptions): Promise<IndexOptions> {
  const read = typeof readings === 'object' ? await readings.load() : readings;
  return {
    ...(read !== undefined && { readings: read }),
    ...(weight !== undefined && {
      weight: (input: CandidateInput, position: number) =>
        weight(typeof input === 'string' ? { value: input } : input, position),
    }),
  };
}
