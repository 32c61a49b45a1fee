import { END } from './flat-texts.js';

/**
 * Places deeper than this in equal texts are left unsorted: what people type is shorter, and texts that repeat themselves would
 * make sorting quadratic.
 */
export const SORTED_DEPTH = 32;

/** Below this many, insertion sort is faster than another partition. */
const FEW = 12;

/**
 * Sorts offsets in a buffer by what begins there, by the first {@link SORTED_DEPTH} codes. Multikey quicksort (Bentley and Sedgewick, "Fast
 * algorithms for sorting and searching strings", 1997): it partitions by one code at a time and never compares one twice.
 */
export function sortByText(offsets: Uint32Array, codes: Uint16Array): void {
  sortFrom(offsets, codes, { low: 0, high: offsets.length, depth: 0 });
}

interface Part {
  low: number;
  high: number;
  /** All offsets of the part have so many codes in common. */
  depth: number;
}

function sortFrom(offsets: Uint32Array, codes: Uint16Array, part: Part): void {
  const { depth } = part;
  let { low, high } = part;
  if (depth === SORTED_DEPTH) return;
  while (high - low > FEW) {
    const pivot = codes[(offsets[(low + high) >>> 1] as number) + depth] as number;
    let less = low;
    let more = high;
    for (let i = low; i < more;) {
      const offset = offsets[i] as number;
      const code = codes[offset + depth] as number;
      if (code < pivot) {
        offsets[i++] = offsets[less] as number;
        offsets[less++] = offset;
      } else if (code > pivot) {
        offsets[i] = offsets[--more] as number;
        offsets[more] = offset;
      } else i++;
    }
    // What ends together is equal, and done.
    if (pivot !== END) sortFrom(offsets, codes, { low: less, high: more, depth: depth + 1 });
    // The larger side goes on in this loop, so that calls nest no deeper than a logarithm, times the depth.
    if (less - low < high - more) {
      sortFrom(offsets, codes, { low, high: less, depth });
      low = more;
    } else {
      sortFrom(offsets, codes, { low: more, high, depth });
      high = less;
    }
  }
  insertionSort(offsets, codes, { low, high, depth });
}

function insertionSort(offsets: Uint32Array, codes: Uint16Array, { low, high, depth }: Part): void {
  for (let i = low + 1; i < high; i++) {
    const offset = offsets[i] as number;
    let at = i;
    while (at > low && isBefore(codes, offset, offsets[at - 1] as number, depth)) {
      offsets[at] = offsets[at - 1] as number;
      at--;
    }
    offsets[at] = offset;
  }
}

function isBefore(codes: Uint16Array, a: number, b: number, depth: number): boolean {
  for (let i = depth; i < SORTED_DEPTH; i++) {
    const code = codes[a + i] as number;
    const other = codes[b + i] as number;
    if (code !== other) return code < other;
    if (code === END) return false;
  }
  return false;
}
