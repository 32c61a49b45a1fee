/** What a request came through, for sources that answer from it: a gateway's connection to its upstream. */
export interface Session {
  /** Sessions of one id get each other's cached answers, and no others'. */
  readonly id: string;
  /** For the sources of whoever made the session; nobody else reads it. */
  readonly context: unknown;
}
