import type { TextList } from './text-list.js';

/** Queries remembered: what a few people type at a time. */
const MAX_QUERIES = 16;

/** Texts remembered for one of them: together at most 2 MB. */
const MAX_TEXTS = 1 << 15;

interface Entry {
  readonly codes: readonly number[];
  readonly texts: Uint32Array;
}

/**
 * Remembers which texts had the characters of a query in order: those that have one more are among them, so that the next keystroke need
 * not look at all texts again.
 */
export class Survivors {
  readonly #entries: Entry[] = [];
  #next = 0;

  /** Texts for the longest remembered query that this one goes on from; undefined if there is none. */
  before(codes: readonly number[]): Uint32Array | undefined {
    let longest: Entry | undefined;
    for (const entry of this.#entries) {
      if (entry.codes.length > (longest?.codes.length ?? 0) && isBeginning(entry.codes, codes))
        longest = entry;
    }
    return longest?.texts;
  }

  keep(codes: readonly number[], { items, count }: TextList): void {
    if (count > MAX_TEXTS) return;
    this.#entries[this.#next] = { codes, texts: items.slice(0, count) };
    this.#next = (this.#next + 1) % MAX_QUERIES;
  }
}

function isBeginning(shorter: readonly number[], longer: readonly number[]): boolean {
  if (shorter.length > longer.length) return false;
  for (let i = shorter.length - 1; i >= 0; i--) if (shorter[i] !== longer[i]) return false;
  return true;
}
