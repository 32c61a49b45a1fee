/** A candidate that matched, with what decides its place: three numbers compared one after another, less is better. */
export interface Hit {
  candidate: number;
  /** Which text matched, counted over all candidates. */
  text: number;
  tier: number;
  /** Start of the first span; see `Placement.spans`. */
  start: number;
  first: number;
  second: number;
  third: number;
}

/** Keeps the best hits of many: a binary heap with the worst of them on top, so that most are refused at one look. */
export class BestHits {
  readonly #capacity: number;
  readonly #heap: Hit[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Whether a hit with these numbers, or with larger ones, has no place among the best so far. */
  refuses(first: number, second: number, third: number): boolean {
    const heap = this.#heap;
    if (heap.length < this.#capacity) return false;
    return heap.length === 0 || compareKeys(first, second, third, heap[0] as Hit) >= 0;
  }

  /** Keeps a copy if the hit is among the best so far. */
  add(hit: Readonly<Hit>): void {
    const heap = this.#heap;
    if (this.refuses(hit.first, hit.second, hit.third)) return;
    if (heap.length === this.#capacity) {
      this.#replaceWorst({ ...hit });
      return;
    }
    heap.push({ ...hit });
    // Only a full heap has to know its worst: what never fills is sorted once, at the end.
    if (heap.length === this.#capacity) heap.sort((a, b) => compareHits(b, a));
  }

  /** The hits kept, best first. */
  sorted(): Hit[] {
    return this.#heap.toSorted(compareHits);
  }

  #replaceWorst(hit: Hit): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && compareHits(heap[child + 1] as Hit, heap[child] as Hit) > 0) child++;
      if (compareHits(heap[child] as Hit, hit) <= 0) break;
      heap[at] = heap[child] as Hit;
      at = child;
    }
    heap[at] = hit;
  }
}

/** Negative if a hit with these numbers comes before another. */
export function compareKeys(first: number, second: number, third: number, other: Readonly<Hit>): number {
  return first - other.first || second - other.second || third - other.third;
}

function compareHits(a: Readonly<Hit>, b: Readonly<Hit>): number {
  return compareKeys(a.first, a.second, a.third, b);
}
