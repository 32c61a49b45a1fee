/**
 * Sets of slots are bits of 32-bit words, so that sets are cut and counted 32 slots a step, and whatever order slots are
 * added in, they are read in ascending, which is the static order.
 */
export type BitSet = Int32Array;

/** An empty set for so many slots. */
export function emptySet(size: number): BitSet {
  return new Int32Array((size + 31) >>> 5);
}

export function addTo(set: BitSet, slot: number): void {
  // A shift counts modulo 32.
  set[slot >>> 5] = (set[slot >>> 5] as number) | (1 << slot);
}

export function has(set: BitSet, slot: number): boolean {
  return (((set[slot >>> 5] as number) >>> slot) & 1) === 1;
}

/** Number of slots in a set. */
export function sizeOf(set: BitSet): number {
  let size = 0;
  for (let i = 0; i < set.length; i++) size += onesIn(set[i] as number);
  return size;
}

/** Sums bits in pairs, fours and bytes (Hacker's Delight, 5-1). */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
