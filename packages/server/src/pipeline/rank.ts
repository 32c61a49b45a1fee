import type { CandidateInput, Index } from '@mcp-typeahead/rank';
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

/** Stage 7: matches in order of relevance. An index is built once per answer and lives as long as it. */
export class RankStage {
  readonly #indexes: WeakMap<readonly CandidateInput[], Index> = new WeakMap();

  rank({ answer, query, limit, isRanked, accept }: RankRequest): Ranked {
    if (isRanked) {
      const shown = accept === undefined ? answer.candidates : answer.candidates.filter(accept);
      return {
        matches: shown.slice(0, limit).map((candidate) => ({ candidate, ranges: [] })),
        total: shown.length,
      };
    }
    const { matches, total } = this.#indexOf(answer.candidates).search(query, {
      limit,
      ...(accept === undefined ? {} : { accept }),
    });
    return {
      matches: matches.map(({ candidate, ranges, field }) => ({
        candidate,
        ranges: field === 'value' ? ranges : [],
      })),
      total,
    };
  }

  #indexOf(candidates: readonly CandidateInput[]): Index {
    let index = this.#indexes.get(candidates);
    if (index === undefined) {
      index = createIndex(candidates);
      this.#indexes.set(candidates, index);
    }
    return index;
  }
}
