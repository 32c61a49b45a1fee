import { TEXT_LIMIT } from '../match/matcher.js';

/** Room for the hundred that are usually wanted, and as many that may yet be better. */
const FIRST_ROOM = 256;

/**
 * The best hits of one tier. Texts come in ascending order, group after group: those of one field and weight. Inside a group the place
 * in the text decides, then the number of the text; both make one key, so that the best are found by sorting plain numbers, and where
 * groups are small, as with weights that differ, not even that is needed.
 */
export class BestKeys {
  /** Of closed groups, in their final order, and then of the open one. */
  keys: Float64Array = new Float64Array(FIRST_ROOM);
  count = 0;
  /** So many are wanted. */
  wanted = 0;
  #closed = 0;
  #isSorted = true;
  /** Keys from here on have no place among those wanted. */
  #refused = Infinity;
  /** Hits in the open group that no other can be better than. */
  #perfect = 0;
  #perfectKey = 0;

  /** Starts over. In this tier no place has a smaller key than `leastPlace`. */
  begin(wanted: number, leastPlace: number): void {
    this.count = 0;
    this.wanted = wanted;
    this.#closed = 0;
    this.#perfectKey = (leastPlace + 1) * TEXT_LIMIT;
    this.#open();
  }

  /** Whether no text that is still to come can be among those wanted; asked after `nextGroup`, if the group is another. */
  get isFull(): boolean {
    return this.#closed + this.#perfect >= this.wanted;
  }

  nextGroup(): void {
    this.#sort();
    this.count = Math.min(this.count, this.wanted);
    this.#closed = this.count;
    this.#open();
  }

  add(place: number, text: number): void {
    const key = place * TEXT_LIMIT + text;
    if (key >= this.#refused) return;
    if (key < this.#perfectKey) this.#perfect++;
    if (this.count === this.keys.length) this.#makeRoom();
    if (this.count > this.#closed && key < (this.keys[this.count - 1] as number)) this.#isSorted = false;
    this.keys[this.count++] = key;
  }

  #open(): void {
    this.#isSorted = true;
    this.#refused = Infinity;
    this.#perfect = 0;
  }

  #sort(): void {
    if (!this.#isSorted) this.keys.subarray(this.#closed, this.count).sort();
    this.#isSorted = true;
  }

  /** Drops what is worse than those wanted; grows if that leaves too little room. */
  #makeRoom(): void {
    this.#sort();
    if (this.count > this.wanted) {
      this.count = this.wanted;
      this.#refused = this.keys[this.count - 1] as number;
    }
    if (this.count * 2 <= this.keys.length) return;
    const keys = new Float64Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
  }
}
