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

/** Keeps of a set what another does not have. */
export function removeAll(set: BitSet, other: BitSet): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & ~(other[i] as number);
}

/** Keeps of a set what another has too. */
export function keepOnly(set: BitSet, other: BitSet): void {
  for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & (other[i] as number);
}

/** Visits the slots of a set in ascending order. */
export function forEachIn(set: BitSet, visit: (slot: number) => void): void {
  for (let i = 0; i < set.length; i++) {
    for (let bits = set[i] as number; bits !== 0; bits &= bits - 1) {
      visit(i * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
}

/** Takes the first slot out of one word of a set that is not empty. */
export function takeFirst(set: BitSet, word: number): number {
  const bits = set[word] as number;
  set[word] = bits & (bits - 1);
  return word * 32 + 31 - Math.clz32(bits & -bits);
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
