import type { SourceAnswer } from '@mcp-typeahead/server';

/** An answer that the server can be asked about, and with which headers. */
export interface ValidatedAnswer {
  readonly answer: SourceAnswer;
  readonly conditions: Readonly<Record<string, string>>;
}

const maxAnswers = 100;
const maxCandidates = 200_000;

/** Answers that had a validator (RFC 9110), by address. Forgets what was used longest ago. */
export class Validated {
  /** A Map keeps insertion order; an answer that is used moves to the end. */
  readonly #answers: Map<string, ValidatedAnswer> = new Map();
  #candidates = 0;

  get(url: string): ValidatedAnswer | undefined {
    const found = this.#answers.get(url);
    if (found === undefined) return undefined;
    this.#answers.delete(url);
    this.#answers.set(url, found);
    return found;
  }

  set(url: string, headers: Headers, answer: SourceAnswer): void {
    this.delete(url);
    const conditions = conditionsOf(headers);
    if (conditions === undefined || answer.candidates.length > maxCandidates) return;
    this.#answers.set(url, { answer, conditions });
    this.#candidates += answer.candidates.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers && this.#candidates <= maxCandidates) break;
      this.delete(oldest);
    }
  }

  delete(url: string): void {
    this.#candidates -= this.#answers.get(url)?.answer.candidates.length ?? 0;
    this.#answers.delete(url);
  }
}

function conditionsOf(headers: Headers): ValidatedAnswer['conditions'] | undefined {
  const etag = headers.get('etag');
  // One that is stronger makes the other needless, and servers disagree on which counts.
  if (etag !== null) return { 'if-none-match': etag };
  const lastModified = headers.get('last-modified');
  return lastModified === null ? undefined : { 'if-modified-since': lastModified };
}
