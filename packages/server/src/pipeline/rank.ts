import type { CandidateInput, Index, Match, SearchOptions } from '@mcp-typeahead/rank';
import type { Answer } from '../completer/answer.js';
import type { IndexingOptions } from './build-index.js';
import { buildIndex, isLong } from './build-index.js';
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

/** What is known when a list has been loaded. */
interface Load {
  /** The list that this one takes the place of. */
  before: readonly CandidateInput[] | undefined;
  signal: AbortSignal;
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
    const found = this.#indexes.get(answer.candidates) ?? this.#build(answer.candidates, options, {});
    const indexed = found instanceof Promise ? await wait(found, signal) : found;
    if (accept !== undefined) return search(indexed.index, query, { limit, accept });
    const { last } = indexed;
    if (last?.query === query && last.limit === limit) return last.ranked;
    const ranked = search(indexed.index, query, { limit });
    indexed.last = { query, limit, ranked };
    return ranked;
  }

  /**
   * Makes the index of a long list that has just been loaded, before it takes the place of the list before it, whose index
   * may be most of the work. Does nothing for short ones, which are indexed when they are first ranked.
   */
  async prepare(candidates: readonly CandidateInput[], options: IndexingOptions, load: Load): Promise<void> {
    if (!isLong(candidates, options)) return;
    const before = load.before === undefined ? undefined : this.#indexes.get(load.before);
    try {
      await this.#build(candidates, options, {
        ...(load.before !== undefined &&
          before !== undefined &&
          !(before instanceof Promise) && { before: { candidates: load.before, index: before.index } }),
        signal: load.signal,
      });
    } catch {
      // The request that comes to rank meets the same fault, and reports it.
      load.signal.throwIfAborted();
    }
  }

  /** What fails is tried again. Without a signal it runs to its end whoever leaves: the next request will want it. */
  #build(
    candidates: readonly CandidateInput[],
    options: IndexingOptions,
    circumstances: Parameters<typeof buildIndex>[2],
  ): Promise<Indexed> {
    const building = buildIndex(candidates, options, circumstances).then((index): Indexed => ({
      index,
      last: undefined,
    }));
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
