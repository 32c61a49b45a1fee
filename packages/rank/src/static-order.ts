import type { CandidateInput } from './candidate.js';

/** What can be said of the order before anything is typed. */
export interface StaticOrder {
  /** Candidates by weight, then as given. */
  readonly byWeight: Uint32Array;
  /** Candidates by weight, then by the length of their shortest folded text, then as given. */
  readonly candidateOf: Uint32Array;
  /** For each place of `candidateOf`: 0 for the highest weight, 1 for the next lower, and so on. */
  readonly weightRanks: Uint32Array;
}

/**
 * Inside a band weight decides first, and what is left of the order among matches found at the same place is length and
 * given order. Looking at candidates in this order fills the list of the best early; and once one candidate is refused for what
 * it could be at best, so are all that follow.
 */
export function staticOrder(candidates: readonly CandidateInput[], shortest: Uint32Array): StaticOrder {
  const weights = Float64Array.from(candidates, weightOf);
  const byWeight = Uint32Array.from(weights, (_, i) => i);
  // Most lists have no weights or come by weight, and are in order already.
  if (weights.some((weight, i) => i > 0 && weight > (weights[i - 1] as number)))
    byWeight.sort((a, b) => compareNumbers(weights[b] as number, weights[a] as number) || a - b);
  const rankOf = rankWeights(weights, byWeight);
  const candidateOf = byWeight
    .slice()
    .sort(
      (a, b) =>
        (rankOf[a] as number) - (rankOf[b] as number) ||
        (shortest[a] as number) - (shortest[b] as number) ||
        a - b,
    );
  return { byWeight, candidateOf, weightRanks: candidateOf.map((candidate) => rankOf[candidate] as number) };
}

function weightOf(candidate: CandidateInput): number {
  const weight = typeof candidate === 'string' ? 0 : candidate.weight;
  return typeof weight === 'number' && !Number.isNaN(weight) ? weight : 0;
}

/** The rank of each candidate's weight. */
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
