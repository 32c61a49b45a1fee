import type { CandidateInput } from '../candidate.js';
import type { SearchOptions } from '../search-index.js';

/** Which of the matches to return: those from one place to another. */
export interface Page<C extends CandidateInput> {
  readonly from: number;
  readonly to: number;
  /** Candidates that it refuses are no matches. */
  readonly accept: ((candidate: C) => boolean) | undefined;
}

/** The page that was asked for, of so many candidates. */
export function toPage<C extends CandidateInput>(
  { limit = Infinity, offset = 0, accept }: SearchOptions<C>,
  size: number,
): Page<C> {
  const from = toCount(offset);
  return { from, to: Math.min(from + toCount(limit), size), accept };
}

function toCount(number: number): number {
  return number > 0 ? Math.floor(number) : 0;
}
