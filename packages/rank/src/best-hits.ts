/** What is known of a candidate that matched. */
export interface KeptHit {
  candidate: number;
  /** Which text matched, counted over all candidates. */
  text: number;
  tier: number;
  /** Start of the first span; see `Placement.spans`. */
  start: number;
}

/** With what decides its place: three numbers compared one after another, less is better. */
export interface Hit extends KeptHit {
  first: number;
  second: number;
  third: number;
}

/**
 * Keeps the best hits of many: a binary heap with the worst of them on top, so that most are refused at one look. The hits lie in columns:
 * objects would box three numbers each, for hits of which most are soon replaced.
 */
export class BestHits {
  readonly #capacity: number;
  /** Rows of the columns; a heap once there are as many as are kept. */
  readonly #heap: number[] = [];
  readonly #candidate: number[] = [];
  readonly #text: number[] = [];
  readonly #tier: number[] = [];
  readonly #start: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #third: number[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Whether a hit with these numbers, or with larger ones, has no place among the best so far. */
  refuses(first: number, second: number, third: number): boolean {
    if (this.#heap.length < this.#capacity) return false;
    const worst = this.#heap[0];
    return worst === undefined || this.#compare(first, second, third, worst) >= 0;
  }

  /** Keeps a copy if the hit is among the best so far. */
  add(hit: Readonly<Hit>): void {
    const heap = this.#heap;
    if (this.refuses(hit.first, hit.second, hit.third)) return;
    if (heap.length === this.#capacity) {
      this.#write(heap[0] as number, hit);
      this.#sink(hit);
      return;
    }
    this.#write(heap.length, hit);
    heap.push(heap.length);
    // Only a full heap has to know its worst: what never fills is sorted once, at the end.
    if (heap.length === this.#capacity) heap.sort((a, b) => this.#compareRows(b, a));
  }

  /** The hits kept, best first. */
  sorted(): KeptHit[] {
    return this.#heap.toSorted((a, b) => this.#compareRows(a, b)).map((row) => this.#read(row));
  }

  /** Moves the hit that was written over the worst down to its place. */
  #sink({ first, second, third }: Readonly<Hit>): void {
    const heap = this.#heap;
    const row = heap[0] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#compareRows(heap[child + 1] as number, heap[child] as number) > 0)
        child++;
      if (this.#compare(first, second, third, heap[child] as number) >= 0) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = row;
  }

  #write(row: number, hit: Readonly<Hit>): void {
    this.#candidate[row] = hit.candidate;
    this.#text[row] = hit.text;
    this.#tier[row] = hit.tier;
    this.#start[row] = hit.start;
    this.#first[row] = hit.first;
    this.#second[row] = hit.second;
    this.#third[row] = hit.third;
  }

  #read(row: number): KeptHit {
    return {
      candidate: this.#candidate[row] as number,
      text: this.#text[row] as number,
      tier: this.#tier[row] as number,
      start: this.#start[row] as number,
    };
  }

  #compareRows(a: number, b: number): number {
    return this.#compare(this.#first[a] as number, this.#second[a] as number, this.#third[a] as number, b);
  }

  #compare(first: number, second: number, third: number, row: number): number {
    return (
      first - (this.#first[row] as number) ||
      second - (this.#second[row] as number) ||
      third - (this.#third[row] as number)
    );
  }
}

/** Negative if a hit with these numbers comes before another. */
export function compareKeys(first: number, second: number, third: number, other: Readonly<Hit>): number {
  return first - other.first || second - other.second || third - other.third;
}
