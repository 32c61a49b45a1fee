import type { Columns } from '../layout/columns.js';
import type { TextList } from './text-list.js';

/** Texts fetched at a time: enough to overlap, and few enough to still be in the cache when they are looked at. */
export const BLOCK = 32;

/**
 * Called before each text of a list is looked at: every so often it reads a little of the next ones. In a large index each of them lies
 * somewhere else in memory; reads that do not depend on each other overlap, where a loop full of decisions would wait for each
 * in turn, which takes twice as long in all.
 */
export function fetchAhead({ codes, from, wordStarts }: Columns, list: TextList, n: number): void {
  if (n % BLOCK !== 0) return;
  const last = Math.min(n + BLOCK, list.count);
  let read = 0;
  for (let i = n; i < last; i++) {
    const position = from[list.items[i] as number] as number;
    read += (codes[position] as number) + (wordStarts[position >>> 5] as number);
  }
  // Kept, so that no compiler finds the reads useless.
  list.read = read;
}
