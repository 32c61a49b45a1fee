import type { CandidateInput } from '../candidate.js';
import type { Folder } from '../text/folder.js';
import { collectStarts } from './collect-starts.js';
import type { Columns } from './columns.js';
import { fillGrams, measureGrams } from './grams.js';
import { layOut } from './lay-out.js';
import { measureTexts } from './measure-texts.js';
import type { ReadOptions } from './read-candidates.js';
import { readCandidates } from './read-candidates.js';
import { makeRows } from './rows.js';
import { sortedStarts } from './sorted-starts.js';
import { staticOrder } from './static-order.js';
import type { Steps } from './steps.js';
import { orderTexts } from './text-order.js';

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
  const { texts, parts, weights } = yield* readCandidates(kept, options);
  const measured = yield* measureTexts(texts, folder);
  const { lengths } = measured;
  const valueLengths = parts?.textsFrom.slice(0, -1).map((text) => lengths[text] as number) ?? lengths;
  const staticColumns = yield* staticOrder(weights, valueLengths);
  const textOrder = yield* orderTexts(staticColumns.candidateOf, parts);
  const { order, extraSlots, fieldFrom } = textOrder;
  const layout = yield* layOut(texts, measured, order, folder);
  const { codes } = layout;
  const rows = yield* makeRows(layout);
  const grams = yield* measureGrams(layout);
  // New memory costs more time than most of what is done with it: the room of the grams serves until they move in.
  const repeats = grams.bytes.length < codes.length ? new Uint8Array(codes.length) : grams.bytes;
  const [heads, inner, late] = yield* collectStarts(layout, rows, textOrder, repeats);
  const columns = {
    candidates: kept,
    isPlain: parts === undefined,
    size: kept.length,
    textCount: texts.length,
    extraSlots,
    fieldFrom,
    readings: Array.from(order.subarray(fieldFrom[3]), (text) => texts[text] as string),
    ...staticColumns,
    ...layout,
    hasPaths: heads.length > texts.length,
    heads: yield* sortedStarts(heads, codes, repeats),
    inner: yield* sortedStarts(inner, codes, repeats),
    late: yield* sortedStarts(late, codes, repeats),
    grams,
    rows,
  };
  yield* fillGrams(layout, grams);
  return columns;
}
