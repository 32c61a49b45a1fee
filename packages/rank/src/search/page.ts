import type { CandidateInput } from '../candidate.js';

/** Which of the matches to return: those from one place to another. */
export interface Page<C extends CandidateInput> {
  readonly from: number;
  readonly to: number;
  /** Candidates that it refuses are no matches. */
  readonly accept: ((candidate: C) => boolean) | undefined;
}
