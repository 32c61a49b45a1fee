import type { CandidateInput } from './candidate.js';
import { buildColumns } from './layout/build-columns.js';
import type { Index, IndexOptions } from './search-index.js';
import { toIndex } from './search/to-index.js';
import { Folder } from './text/folder.js';

/** Options of `createIndexAsync`. */
export interface AsyncIndexOptions<C extends CandidateInput = CandidateInput> extends IndexOptions<C> {
  /** Once it is aborted the work is left off, and the promise rejects with its reason. An `AbortSignal`, or what is like one. */
  signal?: { readonly aborted: boolean; readonly reason?: unknown } | undefined;
}

/** Others wait no longer than this for their turn, and some more where a step takes long. */
const SLICE_MS = 8;

/** In browsers and Node alike; neither's types are at hand here. */
declare function setTimeout(callback: () => void): unknown;

/**
 * Makes an index as `createIndex` does, but lets others have their turn at least every 20 ms. The list is copied at once.
 * @throws RankError as `createIndex` does; the reason of `signal`
 */
export async function createIndexAsync<C extends CandidateInput>(
  candidates: readonly C[],
  options: AsyncIndexOptions<C> = {},
): Promise<Index<C>> {
  const { signal } = options;
  const folder = new Folder();
  const steps = buildColumns(candidates, folder, options);
  for (let sliceEnd = 0; ;) {
    if (signal?.aborted === true) throw signal.reason;
    const step = steps.next();
    if (step.done === true) return toIndex(step.value, folder, options);
    if (Date.now() < sliceEnd) continue;
    await new Promise<void>((resolve) => setTimeout(resolve));
    sliceEnd = Date.now() + SLICE_MS;
  }
}
