import { BLOCK_BITS } from '../layout/columns.js';
import { sortNumbers } from './sort-numbers.js';

/** Up to so many positions are sorted at once. */
const SMALL = 512;

/** How many times more positions the next batch looks for, as long as more are wanted. */
const GROWTH = 4;

/** The first batch looks for so many more than are wanted, as they do not lie evenly. */
const MARGIN = 32;

/** Part of the positions of sorted starts. */
export interface AscendingOptions {
  positions: Uint32Array;
  /** By block of positions: the smallest. */
  minima: Uint32Array | undefined;
  low: number;
  high: number;
  /** All positions are less. */
  limit: number;
  /** About so many will do. */
  wanted: number;
}

/**
 * Hands out the positions of a range of sorted starts in ascending order, which is how their texts are ranked, in batches: the smallest are
 * found by the minima of blocks, without a look at most others.
 */
export class Ascending {
  /** The batch. */
  batch: Uint32Array = new Uint32Array(SMALL);
  count = 0;
  #positions: Uint32Array = this.batch;
  #minima: Uint32Array | undefined;
  #low = 0;
  #high = 0;
  /** All smaller positions were handed out. */
  #floor = 0;
  #step = 0;
  #limit = 0;

  /** Without minima all are handed out at once. */
  begin({ positions, minima, low, high, limit, wanted }: AscendingOptions): void {
    this.#positions = positions;
    this.#minima = minima;
    this.#low = low;
    this.#high = high;
    this.#floor = 0;
    this.#limit = limit;
    const count = high - low;
    const isAtOnce = minima === undefined || count <= SMALL || wanted >= count;
    this.#step = isAtOnce ? limit : Math.ceil((limit * (wanted + MARGIN)) / (count + MARGIN));
  }

  /** Fills the next batch, which may be empty; false if there is none. */
  next(): boolean {
    const floor = this.#floor;
    if (floor >= this.#limit || this.#low >= this.#high) return false;
    const ceiling = Math.min(this.#limit, floor + this.#step);
    this.#floor = ceiling;
    this.#step *= GROWTH;
    this.count = 0;
    if (this.#minima === undefined || ceiling - floor === this.#limit) this.#takeAll();
    else this.#take(this.#minima, floor, ceiling);
    sortNumbers(this.batch, this.count);
    return true;
  }

  #takeAll(): void {
    const all = this.#positions;
    this.#makeRoom(this.#high - this.#low);
    for (let i = this.#low; i < this.#high; i++) this.batch[this.count++] = all[i] as number;
  }

  #take(minima: Uint32Array, floor: number, ceiling: number): void {
    const all = this.#positions;
    const high = this.#high;
    for (let from = this.#low; from < high;) {
      const block = from >>> BLOCK_BITS;
      const to = Math.min(high, (block + 1) << BLOCK_BITS);
      if ((minima[block] as number) < ceiling) {
        this.#makeRoom(this.count + to - from);
        for (let i = from; i < to; i++) {
          const position = all[i] as number;
          if (position >= floor && position < ceiling) this.batch[this.count++] = position;
        }
      }
      from = to;
    }
  }

  #makeRoom(count: number): void {
    if (count <= this.batch.length) return;
    const batch = new Uint32Array(count * 2);
    batch.set(this.batch);
    this.batch = batch;
  }
}
