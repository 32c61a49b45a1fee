import type { CandidateInput } from '../candidate.js';
import type { Folder } from '../text/folder.js';
import { collectStarts } from './collect-starts.js';
import type { Columns } from './columns.js';
import { makeGrams } from './grams.js';
import { layOut } from './lay-out.js';
import type { CandidateTexts, ReadOptions } from './read-candidates.js';
import { readCandidates } from './read-candidates.js';
import { makeRows } from './rows.js';
import { sortedStarts } from './sorted-starts.js';
import { staticOrder } from './static-order.js';
import type { Steps } from './steps.js';

/** From here on lengths of values count alike. */
const MAX_LENGTH = 2 ** 20;

/**
 * Puts candidates into columns.
 * @throws RankError `invalid-candidate`, `invalid-readings`, `too-large`
 */
export function* buildColumns<C extends CandidateInput>(
  candidates: readonly C[],
  folder: Folder,
  options: ReadOptions<C>,
): Steps<Columns<C>> {
  const kept = Array.from(candidates);
  const read = yield* readCandidates(kept, folder, options);
  const { byWeight, candidateOf, weights } = yield* staticOrder(read.weights, valueLengths(read));
  const layout = yield* layOut(read, candidateOf);
  const rows = yield* makeRows(layout);
  const grams = yield* makeGrams(layout);
  const starts = yield* collectStarts(layout, read.list.kinds);
  const { extraSlots, fieldFrom, codes, from, coarse, wordStarts, altered, exotic } = layout;
  return {
    candidates: kept,
    size: kept.length,
    textCount: read.list.count,
    candidateOf,
    byWeight,
    weights,
    extraSlots,
    fieldFrom,
    readings: Array.from(candidateOf, (candidate) => read.readings.get(candidate) ?? []).flat(),
    codes,
    from,
    coarse,
    wordStarts,
    altered,
    exotic,
    hasPaths: starts.hasPaths,
    heads: yield* sortedStarts(starts.heads),
    inner: yield* sortedStarts(starts.inner),
    late: yield* sortedStarts(starts.late),
    initials: yield* sortedStarts(starts.initials, starts.wordAt),
    grams,
    rows,
  };
}

/** By candidate: characters of its folded value. */
function valueLengths({ list, textsFrom }: CandidateTexts): Uint32Array {
  const lengths = new Uint32Array(textsFrom.length - 1);
  for (let i = 0; i < lengths.length; i++) {
    const text = textsFrom[i] as number;
    const length = (list.from[text + 1] as number) - (list.from[text] as number) - 1;
    lengths[i] = Math.min(length, MAX_LENGTH);
  }
  return lengths;
}
