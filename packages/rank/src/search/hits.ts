import { TEXT_LIMIT } from '../match/matcher.js';
import type { BestKeys } from './best-keys.js';

/** The best hits of a search in one segment, in order: tier after tier. */
export class Hits {
  readonly tiers: number[] = [];
  readonly texts: number[] = [];
  /** See `Matcher.placeKey`. */
  readonly places: number[] = [];
  count = 0;
  #wanted = 0;

  begin(wanted: number): void {
    this.count = 0;
    this.#wanted = wanted;
  }

  /** How many more are wanted. */
  get missing(): number {
    return this.#wanted - this.count;
  }

  /** Takes over what was found in a tier. */
  take(best: BestKeys, tier: number): void {
    best.nextGroup();
    const { keys, count } = best;
    for (let i = 0; i < count; i++) {
      const key = keys[i] as number;
      const place = Math.trunc(key / TEXT_LIMIT) | 0;
      this.tiers[this.count] = tier;
      this.places[this.count] = place;
      this.texts[this.count++] = (key - place * TEXT_LIMIT) | 0;
    }
  }
}
