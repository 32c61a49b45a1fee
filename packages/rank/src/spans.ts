/**
 * Spans of a text: start, end, start, end … Not sorted, and of several words they may overlap. Emptying it keeps its room, so that one
 * list serves a whole search; to shorten an array gives its room back, to be allocated again for the next text.
 */
export class Spans {
  readonly offsets: number[] = [];
  /** How many of the offsets count. */
  length = 0;

  push(start: number, end: number): void {
    this.offsets[this.length] = start;
    this.offsets[this.length + 1] = end;
    this.length += 2;
  }

  /** Start of the first span, of those from index `from` on. */
  start(from = 0): number {
    return this.offsets[from] as number;
  }

  /** End of the last span. */
  end(): number {
    return this.offsets[this.length - 1] as number;
  }
}
