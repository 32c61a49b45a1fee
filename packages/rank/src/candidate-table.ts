import type { CandidateInput } from './candidate.js';
import type { Folder } from './folder.js';
import { RankError } from './rank-error.js';
import type { Text } from './text.js';
import { maskOf, prepareText } from './text.js';

/** The candidates of an index with their texts in columns. */
export interface CandidateTable<C extends CandidateInput> {
  readonly candidates: readonly C[];
  /** All texts, those of one candidate beside each other: value, title, aliases. */
  readonly texts: readonly Text[];
  /** Characters of each text, see `charMask`. */
  readonly masks: Int32Array;
  /** `textsFrom[c]` to `textsFrom[c + 1]` are the texts of candidate c. */
  readonly textsFrom: Uint32Array;
  /** 0 for candidates of the highest weight, 1 for those of the next lower weight, and so on. */
  readonly weightRanks: Uint32Array;
  /** Candidates by weight, then as given. */
  readonly byWeight: Uint32Array;
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
  const texts: Text[] = [];
  const textsFrom = new Uint32Array(kept.length + 1);
  const weights = new Float64Array(kept.length);
  for (let i = 0; i < kept.length; i++) {
    const candidate = kept[i] as C;
    checkCandidate(candidate, i);
    addTexts(candidate, folder, texts);
    textsFrom[i + 1] = texts.length;
    weights[i] = weightOf(candidate);
  }
  const byWeight = orderByWeight(weights);
  return {
    candidates: kept,
    texts,
    masks: Int32Array.from(texts, maskOf),
    textsFrom,
    weightRanks: rankWeights(weights, byWeight),
    byWeight,
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
function addTexts(candidate: CandidateInput, folder: Folder, texts: Text[]): void {
  if (typeof candidate === 'string') {
    texts.push(prepareText(candidate, 'value', folder));
    return;
  }
  texts.push(prepareText(candidate.value, 'value', folder));
  if (typeof candidate.title === 'string') texts.push(prepareText(candidate.title, 'title', folder));
  if (!Array.isArray(candidate.aliases)) return;
  for (const alias of candidate.aliases) {
    if (typeof alias === 'string') texts.push(prepareText(alias, 'alias', folder));
  }
}

function weightOf(candidate: CandidateInput): number {
  const weight = typeof candidate === 'string' ? 0 : candidate.weight;
  return typeof weight === 'number' && !Number.isNaN(weight) ? weight : 0;
}

function orderByWeight(weights: Float64Array): Uint32Array {
  const order = Uint32Array.from(weights, (_, i) => i);
  // Most lists have no weights, and are in order already.
  if (weights.every((weight) => weight === weights[0])) return order;
  return order.sort((a, b) => compareNumbers(weights[b] as number, weights[a] as number) || a - b);
}

function rankWeights(weights: Float64Array, byWeight: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(weights.length);
  let rank = 0;
  for (let i = 1; i < byWeight.length; i++) {
    const here = byWeight[i] as number;
    if (weights[here] !== weights[byWeight[i - 1] as number]) rank++;
    ranks[here] = rank;
  }
  return ranks;
}

/** Unlike a difference, right for infinite numbers too. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
