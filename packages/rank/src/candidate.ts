/** One value that can be offered, with what else it is known by. */
export interface Candidate {
  /** The string that is completed to. */
  value: string;
  /** A human name of the value; found after values, before aliases. */
  title?: string;
  /** Shown, never searched. */
  description?: string;
  /** Other names by which the value is found. */
  aliases?: readonly string[];
  /** Higher comes first among matches of one band and field. @default 0 */
  weight?: number;
  /** Carried along for whoever shows the list; it has no influence on the order. */
  group?: string;
}

/** A candidate, or just its value. */
export type CandidateInput = string | Candidate;

/** Which text of a candidate was matched; a reading is another way to spell one of the other three. */
export type Field = 'value' | 'title' | 'alias' | 'reading';

/** The value of a candidate, in whichever form it was given. */
export function valueOf(candidate: CandidateInput): string {
  return typeof candidate === 'string' ? candidate : candidate.value;
}
