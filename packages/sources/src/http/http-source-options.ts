import type { CandidateFields } from '../candidate/candidate-fields.js';

/** An address that gives JSON, and where in it the values stand. */
export interface HttpSourceOptions extends CandidateFields {
  /**
   * `http` or `https`. `{value}`, what was typed, and `{arguments.NAME}`, other arguments, may stand after the host; they are
   * percent-encoded. With `{value}` it is asked for each text, else the list is loaded and matched here.
   */
  url: string;
  /** Sent with every request, to this origin only. A function is asked each time: for tokens that are replaced. @default none */
  headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>);
  /** What messages call it. @default the host */
  name?: string;
  /** Where the list stands (RFC 6901), such as `/items`. @default the whole document */
  pointer?: string;
  /** Where the number of all matches stands, such as `/total_count`. @default it is not told */
  total?: string;
  /** Rows of a full answer to a typed text: fewer are all there are. @default not known: then only an empty answer is complete */
  pageSize?: number;
  /** Answers that are followed by `Link: <…>; rel="next"`, the first included. @default 10 for a list, 1 for a typed text */
  maxPages?: number;
  /** Of one answer, after decompression; a larger one is given up. @default 8 MiB */
  maxBytes?: number;
  /** More are left out, and the answer is then not complete. @default 100_000 */
  maxCandidates?: number;
  /** How long an answer is fresh. @default what `Cache-Control` says, 1 s at least; without it, what the completer says */
  ttlMs?: number;
}

/** Header names and values. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** `HttpSourceOptions` with every default filled in. */
export type ResolvedHttpOptions = HttpSourceOptions &
  Required<Pick<HttpSourceOptions, 'name' | 'pointer' | 'maxPages' | 'maxBytes' | 'maxCandidates'>>;

export const httpDefaults: Required<Pick<HttpSourceOptions, 'pointer' | 'maxBytes' | 'maxCandidates'>> = {
  pointer: '',
  maxBytes: 8 * 1_024 * 1_024,
  maxCandidates: 100_000,
};
