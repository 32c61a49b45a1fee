import { addTexts, readingsOf } from './add-texts.js';
import type { CandidateInput } from './candidate.js';
import { CharRows } from './char-rows.js';
import type { FlatTexts } from './flat-texts.js';
import { flatten } from './flat-texts.js';
import type { Folder } from './folder.js';
import { RankError } from './rank-error.js';
import { SortedStarts } from './sorted-starts.js';
import { staticOrder } from './static-order.js';
import type { IndexOptions } from './search-index.js';
import type { Text } from './text.js';
import { prepareText } from './text.js';

/**
 * The candidates of an index with their texts in columns. A candidate's row in them, its *slot*, is its place in the
 * static order, so that what is looked at first is what is likely to stay.
 */
export interface CandidateTable<C extends CandidateInput> {
  /** As given. */
  readonly candidates: readonly C[];
  /** Candidates by weight, then as given. */
  readonly byWeight: Uint32Array;
  /** Which candidate stands in a slot. */
  readonly candidateOf: Uint32Array;
  /** By slot: 0 for candidates of the highest weight, 1 for those of the next lower weight, and so on. */
  readonly weightRanks: Uint32Array;
  /** All texts, those of one slot beside each other: value, title, aliases, readings. */
  readonly texts: readonly Text[];
  /** Whether any of the texts is a reading. */
  readonly hasReadings: boolean;
  /** `textsFrom[s]` to `textsFrom[s + 1]` are the texts of slot s. */
  readonly textsFrom: Uint32Array;
  /** By slot: length of the shortest folded text. */
  readonly shortest: Uint32Array;
  readonly flat: FlatTexts;
  readonly rows: CharRows;
  readonly starts: SortedStarts;
}

/**
 * Prepares candidates for searching.
 * @throws {@link RankError} `invalid-candidate`, `invalid-readings`
 */
export function tabulate<C extends CandidateInput>(
  candidates: readonly C[],
  folder: Folder,
  readings: IndexOptions['readings'],
): CandidateTable<C> {
  const kept = Array.from(candidates);
  kept.forEach(checkCandidate);
  const given = textsInGivenOrder(kept, folder, readings);
  const { byWeight, candidateOf, weightRanks } = staticOrder(kept, given.shortest);
  const texts: Text[] = [];
  const textsFrom = new Uint32Array(kept.length + 1);
  const shortest = new Uint32Array(kept.length);
  for (let slot = 0; slot < kept.length; slot++) {
    const candidate = candidateOf[slot] as number;
    const end = given.from[candidate + 1] as number;
    for (let t = given.from[candidate] as number; t < end; t++) texts.push(given.texts[t] as Text);
    textsFrom[slot + 1] = texts.length;
    shortest[slot] = given.shortest[candidate] as number;
  }
  const flat = flatten(texts);
  return {
    candidates: kept,
    byWeight,
    candidateOf,
    weightRanks,
    texts,
    hasReadings: readings !== undefined && texts.some(({ field }) => field === 'reading'),
    textsFrom,
    shortest,
    flat,
    rows: new CharRows(flat, textsFrom),
    starts: new SortedStarts(flat, texts, textsFrom),
  };
}

function checkCandidate(candidate: unknown, position: number): void {
  if (typeof candidate === 'string') return;
  if (
    typeof candidate === 'object' &&
    candidate !== null &&
    'value' in candidate &&
    typeof candidate.value === 'string'
  )
    return;
  throw new RankError(
    'invalid-candidate',
    `Candidate ${position} has no value to search in. Give a string, or an object with a string "value".`,
  );
}

/** The order of candidates depends on the lengths of their folded texts, so that these are made before it is known. */
function textsInGivenOrder(
  candidates: readonly CandidateInput[],
  folder: Folder,
  readings: IndexOptions['readings'],
): { texts: Text[]; from: Uint32Array; shortest: Uint32Array } {
  const texts: Text[] = [];
  const from = new Uint32Array(candidates.length + 1);
  const shortest = new Uint32Array(candidates.length);
  for (let i = 0; i < candidates.length; i++) {
    addTexts(candidates[i] as CandidateInput, folder, texts);
    if (readings !== undefined) {
      for (const reading of readingsOf(texts.slice(from[i]), readings, i))
        texts.push(prepareText(reading, 'reading', folder));
    }
    from[i + 1] = texts.length;
    shortest[i] = shortestOf(texts, from[i] as number);
  }
  return { texts, from, shortest };
}

function shortestOf(texts: readonly Text[], from: number): number {
  let shortest = (texts[from] as Text).folded.length;
  for (let t = from + 1; t < texts.length; t++)
    shortest = Math.min(shortest, (texts[t] as Text).folded.length);
  return shortest;
}
