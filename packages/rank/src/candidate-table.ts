import type { CandidateInput } from './candidate.js';
import { CharRows } from './char-rows.js';
import type { FlatTexts } from './flat-texts.js';
import { flatten } from './flat-texts.js';
import type { Folder } from './folder.js';
import { RankError } from './rank-error.js';
import { SortedStarts } from './sorted-starts.js';
import { staticOrder } from './static-order.js';
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
  /** All texts, those of one slot beside each other: value, title, aliases. */
  readonly texts: readonly Text[];
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
 * @throws {@link RankError} `invalid-candidate`
 */
export function tabulate<C extends CandidateInput>(
  candidates: readonly C[],
  folder: Folder,
): CandidateTable<C> {
  const kept = Array.from(candidates);
  kept.forEach(checkCandidate);
  const prepared = kept.map((candidate) => prepareTexts(candidate, folder));
  const lengths = Uint32Array.from(prepared, shortestOf);
  const { byWeight, candidateOf, weightRanks } = staticOrder(kept, lengths);
  const texts: Text[] = [];
  const textsFrom = new Uint32Array(kept.length + 1);
  for (let slot = 0; slot < kept.length; slot++) {
    for (const text of prepared[candidateOf[slot] as number] as readonly Text[]) texts.push(text);
    textsFrom[slot + 1] = texts.length;
  }
  const flat = flatten(texts);
  return {
    candidates: kept,
    byWeight,
    candidateOf,
    weightRanks,
    texts,
    textsFrom,
    shortest: candidateOf.map((candidate) => lengths[candidate] as number),
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

/** Titles and aliases come from files and databases, where null stands for absent: what is no string is passed over. */
function prepareTexts(candidate: CandidateInput, folder: Folder): readonly Text[] {
  if (typeof candidate === 'string') return [prepareText(candidate, 'value', folder)];
  const texts = [prepareText(candidate.value, 'value', folder)];
  if (typeof candidate.title === 'string') texts.push(prepareText(candidate.title, 'title', folder));
  if (!Array.isArray(candidate.aliases)) return texts;
  for (const alias of candidate.aliases) {
    if (typeof alias === 'string') texts.push(prepareText(alias, 'alias', folder));
  }
  return texts;
}

function shortestOf(texts: readonly Text[]): number {
  return texts.reduce((shortest, { folded }) => Math.min(shortest, folded.length), Infinity);
}
