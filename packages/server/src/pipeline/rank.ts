import type { CandidateInput, Index, Match, SearchOptions } from '@mcp-typeahead/rank';
import type { Answer } from '../completer/answer.js';
import type { IndexingOptions } from './build-index.js';
import { buildIndex } from './build-index.js';
import { untilAborted } from './until-aborted.js';

export interface Ranked {
  matches: readonly RankedMatch[];
  /** Number of candidates that match, `matches` among them. */
  total: number;
}

export interface RankedMatch {
  candidate: CandidateInput;
  /** Half-open, in UTF-16 units of the candidate's value. Empty where another field matched. */
  ranges: readonly (readonly [start: number, end: number])[];
  /** How it came to its place. Undefined where the source ranked. */
  match?: Match;
}

interface RankRequest {
  answer: Answer;
  query: string;
  limit: number;
  /** How the candidates are found. */
  options: IndexingOptions;
  /** The source has matched and ordered its answer already. */
  isRanked: boolean;
  accept: ((candidate: CandidateInput) => boolean) | undefined;
  signal: AbortSignal | undefined;
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
  /** By list of candidates. A promise: who asks meanwhile waits for the same index. */
  readonly #indexes: WeakMap<readonly CandidateInput[], Indexed | Promise<Indexed>> = new WeakMap();

  /** @throws (rejects) what the readings threw, or the signal's reason */
  async rank({ answer, query, limit, options, isRanked, accept, signal }: RankRequest): Promise<Ranked> {
    if (isRanked) {
      const shown = accept === undefined ? answer.candidates : answer.candidates.filter(accept);
      return {
        matches: shown.slice(0, limit).map((candidate) => ({ candidate, ranges: [] })),
        total: shown.length,
      };
    }
    const found = this.#indexes.get(answer.candidates) ?? this.#build(answer.candidates, options);
    const indexed = found instanceof Promise ? await wait(found, signal) : found;
    if (accept !== undefined) return search(indexed.index, query, { limit, accept });
    const { last } = indexed;
    if (last?.query === query && last.limit === limit) return last.ranked;
    const ranked = search(indexed.index, query, { limit });
    indexed.last = { query, limit, ranked };
    return ranked;
  }

  /** Runs to its end whoever leaves: the next request will want it. What fails is tried again. */
  #build(candidates: readonly CandidateInput[], options: IndexingOptions): Promise<Indexed> {
    const building = buildIndex(candidates, options).then((index): Indexed => ({ index, last: undefined }));
    this.#indexes.set(candidates, building);
    building.then(
      (indexed) => this.#indexes.set(candidates, indexed),
      () => this.#indexes.delete(candidates),
    );
    return building;
  }
}

function wait<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return signal === undefined ? promise : untilAborted(promise, signal);
}

function search(index: Index, query: string, options: SearchOptions): Ranked {
  const { matches, total } = index.search(query, options);
  return {
    matches: matches.map((match) => ({
      candidate: match.candidate,
      ranges: match.field === 'value' ? match.ranges : [],
      match,
    })),
    total,
  };
}
