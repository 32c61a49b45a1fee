import { END } from '../text/codes.js';
import type { Columns } from './columns.js';
import { SORTED_DEPTH } from './columns.js';
import { toStarts } from './to-starts.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** Up to so many are sorted by insertion, which beats counting digits. */
const FEW = 40;

/** Up to so many are sorted in one go: all that it takes then stays in the cache. */
const MANY = 1 << 13;

const DIGITS = 256;

/** The bits of a position. The one above moves along and counts for nothing. */
export const POSITION = 0x7fffffff;

/**
 * Sorts positions in a buffer by the codes from there on, up to SORTED_DEPTH or the end of the text; equal ones keep their order. `spare` is
 * room for as many.
 *
 * Radix sort: as long as they are many they are parted by one byte after another, and then sorted by keys of four, which are read once and move along.
 * No two texts are ever compared, so that equal ones cost no more than others.
 */
export function sortPositions(
  positions: Uint32Array,
  codes: Columns['codes'],
  spare: Uint32Array,
): Steps<void> {
  const isWide = codes.BYTES_PER_ELEMENT - 1;
  const codeBits = 8 << isWide;
  const most = Math.min(positions.length, MANY);
  const counts = new Uint32Array(DIGITS);
  // Keys of the places from `base` on.
  const keys = new Uint32Array(most);
  const spareKeys = new Uint32Array(most);
  let base = 0;
  let done = 0;

  function keyAt(position: number): number {
    let key = 0;
    for (let at = position, shift = 32 - codeBits; shift >= 0; at++, shift -= codeBits) {
      const code = codes[at] as number;
      // Nothing is read behind the end of a text.
      if (code === END) break;
      key |= code << shift;
    }
    return key;
  }

  function insert(low: number, high: number): void {
    for (let i = low + 1; i < high; i++) {
      const key = keys[i - base] as number;
      const position = positions[i] as number;
      let place = i;
      for (; place > low && (keys[place - 1 - base] as number) > key; place--) {
        keys[place - base] = keys[place - 1 - base] as number;
        positions[place] = positions[place - 1] as number;
      }
      keys[place - base] = key;
      positions[place] = position;
    }
  }

  /** By the last digit first; after four, all is back where it was. */
  function sortDigits(low: number, high: number): void {
    const first = base;
    let [fromKeys, toKeys] = [keys, spareKeys];
    let [from, to] = [positions, spare];
    for (let shift = 0; shift < 32; shift += 8) {
      counts.fill(0);
      for (let i = low; i < high; i++) {
        const digit = ((fromKeys[i - first] as number) >>> shift) & (DIGITS - 1);
        counts[digit] = (counts[digit] as number) + 1;
      }
      toStarts(counts, low);
      for (let i = low; i < high; i++) {
        const key = fromKeys[i - first] as number;
        const digit = (key >>> shift) & (DIGITS - 1);
        const place = counts[digit] as number;
        counts[digit] = place + 1;
        toKeys[place - first] = key;
        to[place] = from[i] as number;
      }
      [fromKeys, toKeys] = [toKeys, fromKeys];
      [from, to] = [to, from];
    }
  }

  /** Sorts places whose positions have the first `depth` codes in common. */
  function sortFew(low: number, high: number, depth: number): void {
    for (let i = low; i < high; i++) keys[i - base] = keyAt(((positions[i] as number) & POSITION) + depth);
    if (high - low > FEW) sortDigits(low, high);
    else insert(low, high);
    const next = depth + 32 / codeBits;
    if (next >= SORTED_DEPTH) return;
    for (let first = low; first < high;) {
      const key = keys[first - base] as number;
      let end = first + 1;
      while (end < high && keys[end - base] === key) end++;
      const isFull = key << (32 - codeBits) !== 0;
      if (end - first > 1 && isFull) sortFew(first, end, next);
      first = end;
    }
  }

  /** Counts the bytes that are at `depth`, each as many times as it is there; in the second round moves positions to where theirs end. */
  function part(
    low: number,
    high: number,
    depth: number,
    shift: number,
    ends: Uint32Array,
    isMoving: boolean,
  ): void {
    for (let i = low; i < high; i++) {
      const position = positions[i] as number;
      const digit = ((codes[(position & POSITION) + depth] as number) >>> shift) & (DIGITS - 1);
      const end = ends[digit] as number;
      ends[digit] = end + 1;
      if (isMoving) spare[end] = position;
    }
  }

  /** Sorts places whose positions have the first `at` bytes in common. */
  function* sort(low: number, high: number, at: number): Steps<void> {
    const depth = at >>> isWide;
    if (high - low <= MANY) {
      base = low;
      sortFew(low, high, depth);
      done += high - low;
      if (done < STEP) return;
      done = 0;
      yield;
      return;
    }
    if (depth === SORTED_DEPTH) return;
    // Of wide codes the high byte comes first.
    const shift = 8 * (isWide & ~at);
    const ends = new Uint32Array(DIGITS);
    for (const isMoving of [false, true]) {
      for (let i = low; i < high; i += STEP) {
        part(i, Math.min(i + STEP, high), depth, shift, ends, isMoving);
        yield;
      }
      if (!isMoving) toStarts(ends, low);
    }
    positions.set(spare.subarray(low, high), low);
    let first = low;
    for (const end of ends) {
      // A part of those that end here has nothing left to be sorted by.
      const isOver =
        end - first < 2 ||
        ((at & isWide) === isWide && codes[((positions[first] as number) & POSITION) + depth] === END);
      if (!isOver) yield* sort(first, end, at + 1);
      first = end;
    }
  }

  return sort(0, positions.length, 0);
}
