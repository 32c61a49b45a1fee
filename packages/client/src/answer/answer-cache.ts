import type { Clock } from '../clock.js';
import type { Answer } from './answer.js';

export interface CacheLimits {
  /** Most answers kept; the one used longest ago goes first. */
  maxEntries: number;
  /** How long an answer is kept where the server says nothing, in milliseconds. */
  ttlMs: number;
}

interface Entry {
  answer: Answer;
  expiresAt: number;
  size: number;
}

/** Bound on the characters of all values kept: a server may send megabytes. */
const maxCharacters = 4_000_000;

/** Answers by key. Failures never get in; what is degraded is shown and not kept. */
export class AnswerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #limits: CacheLimits;
  readonly #clock: Clock;
  #size = 0;

  constructor(limits: CacheLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get(key: string): Answer | undefined {
    const entry = this.#take(key);
    if (entry === undefined || entry.expiresAt <= this.#clock.now()) return undefined;
    this.#put(key, entry);
    return entry.answer;
  }

  set(key: string, answer: Answer): void {
    this.#take(key);
    const ttlMs = answer.ttlMs ?? this.#limits.ttlMs;
    if (answer.degraded !== undefined || ttlMs <= 0) return;
    const size = answer.items.reduce(
      (sum, { value, title = '', description = '' }) =>
        sum + value.length + title.length + description.length,
      0,
    );
    this.#put(key, { answer, expiresAt: this.#clock.now() + ttlMs, size });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.maxEntries && this.#size <= maxCharacters) break;
      this.#take(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined && this.#entries.delete(key)) this.#size -= entry.size;
    return entry;
  }

  /** A Map keeps the order in which keys were put: the first is the one used longest ago. */
  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#size += entry.size;
  }
}
