import { has } from '../layout/bit-set.js';
import type { Columns } from '../layout/columns.js';
import { END, SORTED_DEPTH } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import type { TextList } from './text-list.js';

/** Lists texts by the initials of words that follow one another. */
export class InitialsRange {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** Lists texts that have these initials, as far as initials are sorted. */
  list(initials: readonly number[], list: TextList): void {
    const { positions } = this.#columns.initials;
    const high = this.#bound(initials, positions.length, true);
    list.count = 0;
    for (let i = this.#bound(initials, high, false); i < high; i++)
      list.push(textAt(this.#columns, positions[i] as number));
    list.sort();
  }

  /** The first place that is not before the initials; with `isAfter`, the first after all that have them. */
  #bound(initials: readonly number[], until: number, isAfter: boolean): number {
    const { positions } = this.#columns.initials;
    let low = 0;
    let high = until;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(positions[middle] as number, initials);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(position: number, initials: readonly number[]): number {
    const { codes, wordStarts } = this.#columns;
    const depth = Math.min(initials.length, SORTED_DEPTH);
    for (let i = 0, at = position; i < depth; i++, at++) {
      while (codes[at] !== END && !has(wordStarts, at)) at++;
      const order = (codes[at] as number) - (initials[i] as number);
      if (order !== 0) return order;
    }
    return 0;
  }
}
