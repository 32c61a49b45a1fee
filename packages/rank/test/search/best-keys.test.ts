import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_LIMIT } from '../../src/match/matcher.js';
import { BestKeys } from '../../src/search/best-keys.js';

const places = fc.array(fc.array(fc.nat(5), { maxLength: 400 }), { maxLength: 6 });

describe('the best keys', () => {
  it('are those of earlier groups, and of less place in a group', () => {
    fc.assert(
      fc.property(places, fc.constantFrom(0, 1, 3, 100, 300, Infinity), (groups, wanted) => {
        const best = new BestKeys();
        best.begin(wanted, 0);
        let text = 0;
        const all: number[] = [];
        for (const group of groups) {
          const keys = group.map((place) => place * TEXT_LIMIT + text++);
          for (const key of keys) {
            // Once it says that it is full, nothing that follows would have a place.
            if (!best.isFull) best.add(Math.floor(key / TEXT_LIMIT), key % TEXT_LIMIT);
          }
          all.push(...keys.toSorted((a, b) => a - b));
          best.nextGroup();
        }
        expect(Array.from(best.keys.subarray(0, best.count))).toEqual(all.slice(0, wanted));
      }),
    );
  });
});
