import type { Answer } from '../completer/answer.js';

/** An answer of a source, with what tells whether it is still fresh. */
export interface CacheEntry {
  readonly answer: Answer;
  /** On the clock of the completions that stored it, which by default all processes share. */
  readonly storedAt: number;
  /** Grows with every load that was started, here and in other processes: it follows the clock. */
  readonly sequence: number;
  /** `ListSource.version()` when the load was started. */
  readonly version: unknown;
}

/**
 * Where answers are kept: those of one set of completions, here or in several processes. Keys hold typed text: never log them.
 * May forget any entry at any time.
 */
export interface Cache {
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): void | Promise<void>;
  delete(key: string): void | Promise<void>;
}
