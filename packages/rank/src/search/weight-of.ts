import type { Columns } from '../layout/columns.js';
import { sizeOf } from '../layout/bit-set.js';

/** Slots whose weights are found from one note. */
const STRIDE_BITS = 10;

/** Finds weights of slots: how many times the weight fell before every so many slots is noted, and from there it is counted. */
export class WeightOf {
  readonly #columns: Columns;
  readonly #classes: Uint32Array;

  constructor(columns: Columns) {
    const { drops } = columns.weights;
    this.#columns = columns;
    this.#classes = new Uint32Array((columns.size >>> STRIDE_BITS) + 1);
    const words = 1 << (STRIDE_BITS - 5);
    for (let i = 1; i < this.#classes.length; i++)
      this.#classes[i] =
        (this.#classes[i - 1] as number) + sizeOf(drops.subarray((i - 1) * words, i * words));
  }

  at(slot: number): number {
    const { drops, values } = this.#columns.weights;
    const first = (slot >>> STRIDE_BITS) << (STRIDE_BITS - 5);
    const last = slot >>> 5;
    const within = drops.slice(first, last + 1);
    // Of the last word only the bits up to the slot.
    within[last - first] = (within[last - first] as number) & (-1 >>> (31 - (slot & 31)));
    return values[(this.#classes[slot >>> STRIDE_BITS] as number) + sizeOf(within)] as number;
  }
}
