import type { Starts } from '../layout/columns.js';
import { SORTED_DEPTH } from '../layout/columns.js';

type Codes = Uint8Array | Uint16Array;

/** The starts between two places, and what they are found in. */
export class Range {
  readonly codes: Codes;
  starts: Starts | undefined;
  /** The starts as they are sorted: those of the index, or a list of its own where a query goes on beyond what is sorted. */
  positions: Uint32Array = new Uint32Array(0);
  low = 0;
  high = 0;

  constructor(codes: Codes) {
    this.codes = codes;
  }

  get size(): number {
    return this.high - this.low;
  }

  clear(): void {
    this.low = 0;
    this.high = 0;
  }

  /** Takes all starts with which a query begins. */
  find(query: readonly number[], starts: Starts): void {
    this.starts = starts;
    this.positions = starts.positions;
    const depth = Math.min(query.length, SORTED_DEPTH);
    const { length } = this.positions;
    this.low = this.bound(query, 0, depth, 0, 0, length, false);
    this.high = this.low === length ? length : this.bound(query, 0, depth, 0, this.low, length, true);
    if (query.length > depth) this.#keep(query);
  }

  /**
   * Between two places where all starts have the same `depth` characters, the first place that is not before the characters `from` to
   * `to` of the query there; with `isAfter`, the first that is after all that has them.
   */
  bound(
    query: readonly number[],
    from: number,
    to: number,
    depth: number,
    low: number,
    high: number,
    isAfter: boolean,
  ): number {
    const { codes, positions } = this;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let at = (positions[middle] as number) + depth;
      let order = 0;
      // The end of the text differs from all characters, so that nothing behind it is read.
      for (let i = from; i < to && order === 0; i++, at++)
        order = (codes[at] as number) - (query[i] as number);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Takes part of them. */
  take(starts: Starts, low: number, high: number): void {
    this.starts = starts;
    this.positions = starts.positions;
    this.low = low;
    this.high = high;
  }

  /** Drops those that go on otherwise than the query beyond what is sorted. */
  #keep(query: readonly number[]): void {
    const { codes } = this;
    this.positions = this.positions.subarray(this.low, this.high).filter((position) => {
      let i = SORTED_DEPTH;
      while (i < query.length && codes[position + i] === query[i]) i++;
      return i === query.length;
    });
    this.low = 0;
    this.high = this.positions.length;
  }
}
