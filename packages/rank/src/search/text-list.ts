/** A list of texts that keeps its room when it is emptied. */
export class TextList {
  items: Uint32Array = new Uint32Array(64);
  count = 0;

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
    if (this.count < 2) return;
    items.subarray(0, this.count).sort();
    let count = 1;
    for (let i = 1; i < this.count; i++) if (items[i] !== items[i - 1]) items[count++] = items[i] as number;
    this.count = count;
  }

  set(texts: Uint32Array): void {
    this.makeRoom(texts.length);
    this.items.set(texts);
    this.count = texts.length;
  }
}
