import { CODE_MASKS } from './code-masks.js';
import { sortNumbers } from './sort-numbers.js';

/** A list of texts that keeps its room when it is emptied. */
export class TextList {
  items: Uint32Array = new Uint32Array(64);
  count = 0;
  /** Room for the masks of codes; see `fillMasks`. */
  readonly masks: Int32Array = new Int32Array(CODE_MASKS);
  /** See `fetchAhead`. */
  read = 0;

  push(text: number): void {
    if (this.count === this.items.length) this.makeRoom(this.count + 1);
    this.items[this.count++] = text;
  }

  makeRoom(count: number): void {
    if (count <= this.items.length) return;
    const items = new Uint32Array(count * 2);
    items.set(this.items);
    this.items = items;
  }

  /** Puts them in ascending order, each once. */
  sort(): void {
    const { items } = this;
    sortNumbers(items, this.count);
    let count = Math.min(this.count, 1);
    for (let i = 1; i < this.count; i++) if (items[i] !== items[i - 1]) items[count++] = items[i] as number;
    this.count = count;
  }

  copy({ items, count }: Pick<TextList, 'items' | 'count'>): void {
    this.makeRoom(count);
    // A view of a few numbers costs more than they do.
    if (count > 64) this.items.set(items.subarray(0, count));
    else for (let i = 0; i < count; i++) this.items[i] = items[i] as number;
    this.count = count;
  }
}
