import type { CandidateInput } from '../candidate.js';
import { addTo, emptySet, has } from '../layout/bit-set.js';
import { buildColumns } from '../layout/build-columns.js';
import type { Columns } from '../layout/columns.js';
import { runAtOnce } from '../layout/steps.js';
import { candidateAt, originalOf } from '../layout/text-owner.js';
import type { IndexChanges, IndexOptions } from '../search-index.js';
import type { Folder } from '../text/folder.js';
import { equalTexts } from './equal-texts.js';
import { prepareQuery } from './query.js';
import { Range } from './range.js';
import { WeightOf } from './weight-of.js';
import type { Segment } from './segment.js';
import { sizeOfAll } from './segment.js';

/**
 * The segments after a change. Removed candidates are marked, and added ones are laid out by themselves. To keep segments few, the last
 * ones are laid out anew as one until each is more than twice as large as all after it: a candidate is then laid out so often only as
 * the list doubles.
 */
export function changeSegments<C extends CandidateInput>(
  segments: readonly Segment<C>[],
  { add = [], remove }: IndexChanges<C>,
  folder: Folder,
  options: IndexOptions<C>,
): Segment<C>[] {
  const changed =
    remove === undefined ? segments.slice() : segments.map((segment) => without(segment, remove, folder));
  if (add.length > 0) {
    const { weight } = options;
    const first = sizeOfAll(changed);
    const counting = weight && {
      weight: (candidate: C, position: number) => weight(candidate, first + position),
    };
    changed.push(lay(add, folder, { ...options, ...counting }));
  }
  const last = changed.length - 1;
  let from = changed.findIndex(isMostlyRemoved);
  const isDue = from >= 0;
  if (!isDue) from = last;
  while (from > 0 && sizeOfAll(changed.slice(from - 1, from)) <= 2 * sizeOfAll(changed.slice(from))) from--;
  return isDue || from < last
    ? [...changed.slice(0, from), relay(changed.slice(from), folder, options)]
    : changed;
}

function isMostlyRemoved({ columns, removedSlots }: Segment): boolean {
  return removedSlots.length * 2 > columns.size;
}

function lay<C extends CandidateInput>(
  candidates: readonly C[],
  folder: Folder,
  options: IndexOptions<C>,
): Segment<C> {
  return {
    columns: runAtOnce(buildColumns(candidates, folder, options)),
    removed: undefined,
    removedSlots: [],
  };
}

/** One segment of what is left in several, with the weights that they had. */
function relay<C extends CandidateInput>(
  segments: readonly Segment<C>[],
  folder: Folder,
  options: IndexOptions<C>,
): Segment<C> {
  const candidates: C[] = [];
  const weights: number[] = [];
  for (const { columns, removed } of segments) {
    const given = new Float64Array(columns.size);
    const weightOf = new WeightOf(columns);
    for (let slot = 0; slot < columns.size; slot++)
      given[columns.candidateOf[slot] as number] = weightOf.at(slot);
    for (let i = 0; i < columns.size; i++) {
      if (removed !== undefined && has(removed, i)) continue;
      candidates.push(columns.candidates[i] as C);
      weights.push(given[i] as number);
    }
  }
  return lay(candidates, folder, { ...options, weight: (_, position) => weights[position] as number });
}

function without<C extends CandidateInput>(
  segment: Segment<C>,
  remove: NonNullable<IndexChanges<C>['remove']>,
  folder: Folder,
): Segment<C> {
  const { columns } = segment;
  const found =
    typeof remove === 'function' ? slotsThat(columns, remove) : slotsWith(columns, remove, folder);
  const removed = segment.removed?.slice() ?? emptySet(columns.size);
  const removedSlots = segment.removedSlots.slice();
  for (const slot of found) {
    const candidate = columns.candidateOf[slot] as number;
    if (has(removed, candidate)) continue;
    addTo(removed, candidate);
    removedSlots.push(slot);
  }
  return removedSlots.length === segment.removedSlots.length ? segment : { columns, removed, removedSlots };
}

function slotsThat<C extends CandidateInput>(
  columns: Columns<C>,
  isRemoved: (candidate: C) => boolean,
): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < columns.size; slot++) if (isRemoved(candidateAt(columns, slot))) slots.push(slot);
  return slots;
}

/** Slots of candidates with these values, which sort among the texts that begin with them. */
function slotsWith(columns: Columns, values: readonly string[], folder: Folder): number[] {
  const range = new Range(columns.codes);
  const slots: number[] = [];
  for (const value of values) {
    const { equal, isOnlyEqual } = prepareQuery(value, folder);
    range.find(equal, columns.heads);
    for (const text of equalTexts(columns, range, isOnlyEqual ? undefined : equal.length))
      // The texts of values are those of the slots.
      if (text < columns.size && originalOf(columns, text) === value) slots.push(text);
  }
  return slots;
}
