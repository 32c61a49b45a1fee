import type { Answer } from '../completer/answer.js';

/** An answer of a source, with what tells whether it is still fresh. */
export interface CacheEntry {
  readonly answer: Answer;
  /** On the clock of the completions that stored it. */
  readonly storedAt: number;
  /** Grows with every load that was started. */
  readonly sequence: number;
  /** `ListSource.version()` when the load was started. */
  readonly version: unknown;
}

/** Where answers are kept. Keys hold typed text: never log them. May forget any entry at any time. */
export interface Cache {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): void | Promise<void>;
  delete(key: string): void | Promise<void>;
}
