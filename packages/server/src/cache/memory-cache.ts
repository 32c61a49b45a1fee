import type { Cache, CacheEntry } from './cache.js';

/** How much a `MemoryCache` keeps. */
export interface MemoryCacheOptions {
  /** @default 1_000 */
  maxEntries?: number;
  /** Over all entries; a single list may be larger and is then kept alone. @default 5_000_000 */
  maxCandidates?: number;
  /** Of `maxEntries`, how many may be empty answers: texts that match nothing crowd no answer out. @default 200 */
  maxEmptyEntries?: number;
}

/** Forgets what was used longest ago. */
export class MemoryCache implements Cache {
  readonly #maxEntries: number;
  readonly #maxCandidates: number;
  /** A Map keeps insertion order; an entry that is used moves to the end. */
  readonly #entries: Map<string, CacheEntry> = new Map();
  #candidates = 0;
  /** Keys of empty answers, the one used longest ago first. */
  readonly #empty: Set<string> = new Set();
  readonly #maxEmptyEntries: number;

  constructor(options: MemoryCacheOptions = {}) {
    this.#maxEmptyEntries = options.maxEmptyEntries ?? 200;
    this.#maxEntries = options.maxEntries ?? 1_000;
    this.#maxCandidates = options.maxCandidates ?? 5_000_000;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): CacheEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#empty.delete(key)) this.#empty.add(key);
    return entry;
  }

  set(key: string, entry: CacheEntry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#candidates += entry.answer.candidates.length;
    if (entry.answer.candidates.length === 0) this.#addEmpty(key);
    for (const oldest of this.#entries.keys()) {
      const fits = this.#entries.size <= this.#maxEntries && this.#candidates <= this.#maxCandidates;
      if (fits || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#empty.delete(key);
    this.#candidates -= entry.answer.candidates.length;
  }

  #addEmpty(key: string): void {
    this.#empty.add(key);
    const [oldest] = this.#empty;
    if (this.#empty.size > this.#maxEmptyEntries && oldest !== undefined) this.delete(oldest);
  }
}
