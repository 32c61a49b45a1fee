import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_BITS } from '../../src/layout/columns.js';
import { Ascending } from '../../src/search/ascending.js';

const LIMIT = 100_000;

function minimaOf(positions: Uint32Array): Uint32Array {
  const size = 1 << BLOCK_BITS;
  return Uint32Array.from({ length: Math.ceil(positions.length / size) }, (_, block) =>
    Math.min(...positions.subarray(block * size, (block + 1) * size)),
  );
}

describe('positions in ascending order', () => {
  it('come all, each once, whatever part of them is asked for', () => {
    const lists = fc.uniqueArray(fc.nat(LIMIT - 1), { minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(
        lists,
        fc.nat(),
        fc.nat(),
        fc.nat(200),
        fc.boolean(),
        (list, one, other, wanted, hasMinima) => {
          const positions = Uint32Array.from(list);
          const low = Math.min(one % list.length, other % list.length);
          const high = Math.max(one % list.length, other % list.length) + 1;
          const minima = hasMinima ? minimaOf(positions) : undefined;
          const ascending = new Ascending();
          ascending.begin({ positions, minima, low, high, limit: LIMIT, wanted });
          const found: number[] = [];
          while (ascending.next()) found.push(...ascending.batch.subarray(0, ascending.count));
          expect(found).toEqual(list.slice(low, high).toSorted((a, b) => a - b));
        },
      ),
    );
  });
});
