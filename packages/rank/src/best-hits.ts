/** A candidate that matched, with what decides its place: three numbers compared one after another, less is better. */
export interface Hit {
  candidate: number;
  /** Index of the text that matched. */
  text: number;
  tier: number;
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

  /** Keeps a copy if the hit is among the best so far. */
  add(hit: Readonly<Hit>): void {
    const heap = this.#heap;
    if (heap.length < this.#capacity) {
      heap.push({ ...hit });
      // Only a full heap has to know its worst: what never fills is sorted once, at the end.
      if (heap.length === this.#capacity) heap.sort((a, b) => compareHits(b, a));
    } else if (heap.length > 0 && compareHits(hit, heap[0] as Hit) < 0) {
      this.#replaceWorst({ ...hit });
    }
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
