import type { CandidateInput, Index, SearchOptions } from '@mcp-typeahead/rank';
import { createIndex } from '@mcp-typeahead/rank';
import type { Answer } from '../completer/answer.js';

export interface Ranked {
  matches: readonly RankedMatch[];
  /** Number of candidates that match, `matches` among them. */
  total: number;
}

export interface RankedMatch {
  candidate: CandidateInput;
  /** Half-open, in UTF-16 units of the candidate's value. Empty where another field matched. */
  ranges: readonly (readonly [start: number, end: number])[];
}

interface RankRequest {
  answer: Answer;
  query: string;
  limit: number;
  /** The source has matched and ordered its answer already. */
  isRanked: boolean;
  accept: ((candidate: CandidateInput) => boolean) | undefined;
}

/** What is kept of an answer. */
interface Indexed {
  readonly index: Index;
  /** The last search that did not depend on who asked. */
  last: { readonly query: string; readonly limit: number; readonly ranked: Ranked } | undefined;
}

/**
 * Stage 7: matches in order of relevance. An index is built once per answer and lives as long as it, with its last result: a
 * crowd that asks the same at the same moment is ranked once.
 */
export class RankStage {
  readonly #indexes: WeakMap<readonly CandidateInput[], Indexed> = new WeakMap();

  rank({ answer, query, limit, isRanked, accept }: RankRequest): Ranked {
    if (isRanked) {
      const shown = accept === undefined ? answer.candidates : answer.candidates.filter(accept);
      return {
        matches: shown.slice(0, limit).map((candidate) => ({ candidate, ranges: [] })),
        total: shown.length,
      };
    }
    const indexed = this.#indexOf(answer.candidates);
    if (accept !== undefined) return search(indexed.index, query, { limit, accept });
    const { last } = indexed;
    if (last?.query === query && last.limit === limit) return last.ranked;
    const ranked = search(indexed.index, query, { limit });
    indexed.last = { query, limit, ranked };
    return ranked;
  }

  #indexOf(candidates: readonly CandidateInput[]): Indexed {
    let indexed = this.#indexes.get(candidates);
    if (indexed === undefined) {
      indexed = { index: createIndex(candidates), last: undefined };
      this.#indexes.set(candidates, indexed);
    }
    return indexed;
  }
}

function search(index: Index, query: string, options: SearchOptions): Ranked {
  const { matches, total } = index.search(query, options);
  return {
    matches: matches.map(({ candidate, ranges, field }) => ({
      candidate,
      ranges: field === 'value' ? ranges : [],
    })),
    total,
  };
}
