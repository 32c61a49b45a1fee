import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, Index, SearchOptions } from '../../src/index.js';
import { createIndex } from '../../src/index.js';

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('a', 'b', 'B', 'c', '-', '/'), { maxLength })
    .map((characters) => characters.join(''));

const candidate: fc.Arbitrary<Candidate> = fc.record(
  {
    value: text(6),
    title: text(5),
    aliases: fc.array(text(5), { maxLength: 2 }),
    weight: fc.integer({ min: 0, max: 2 }),
  },
  { requiredKeys: ['value'] },
);

/** What is added, and which values are removed. */
const change = fc.record({
  add: fc.array(candidate, { maxLength: 6 }),
  remove: fc.array(text(3), { maxLength: 2 }),
  isTest: fc.boolean(),
});

function searchAll(
  index: Index<Candidate>,
  queries: readonly string[],
  options: SearchOptions<Candidate>,
): unknown[] {
  return queries.map((query) => index.search(query, options));
}

describe('an index with changes', () => {
  it('finds what an index of the changed list finds', () => {
    fc.assert(
      fc.property(
        fc.array(candidate, { maxLength: 8 }),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        fc.array(text(4), { minLength: 1, maxLength: 4 }),
        fc.record({ limit: fc.nat(6), offset: fc.nat(3) }, { requiredKeys: [] }),
        fc.constantFrom(0, 2, Infinity),
        (candidates, changes, queries, options, enough) => {
          let list = candidates;
          let index: Index<Candidate> = createIndex(candidates, { enough });
          for (const { add, remove, isTest } of changes) {
            const isRemoved = ({ value }: Candidate): boolean => remove.includes(value);
            index = index.with({ add, remove: isTest ? isRemoved : remove });
            list = [...list.filter((one) => !isRemoved(one)), ...add];
            expect(index.size).toBe(list.length);
          }
          const fresh = createIndex(list, { enough });
          expect(searchAll(index, ['', ...queries], options)).toEqual(
            searchAll(fresh, ['', ...queries], options),
          );
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('leaves the index before as it is', () => {
    const before = createIndex<string>(['alpha', 'beta']);
    const after = before.with({ add: ['alpine'], remove: ['alpha'] });
    expect(before.search('al').matches.map(({ candidate: found }) => found)).toEqual(['alpha']);
    expect(after.search('al').matches.map(({ candidate: found }) => found)).toEqual(['alpine']);
    expect([before.size, after.size]).toEqual([2, 2]);
  });

  it('counts without removed candidates, where many match and a few are gone', () => {
    const values = Array.from({ length: 3000 }, (_, i) => `item-${i}`);
    const index = createIndex(values).with({ remove: values.slice(0, 5) });
    expect(index.search('item', { limit: 3 })).toMatchObject({ total: 2995 });
    expect(index.search('item-1', { limit: 3 }).matches.map(({ candidate: found }) => found)).not.toContain(
      'item-1',
    );
  });

  it('keeps the weights that candidates got from their place when they were added', () => {
    let index = createIndex<string>(['a1', 'a2'], { weight: (_, position) => position });
    index = index
      .with({ add: ['a3'] })
      .with({ remove: ['a1'] })
      .with({ add: ['a4'] });
    expect(index.search('a').matches.map(({ candidate: found }) => found)).toEqual(['a3', 'a4', 'a2']);
    expect(index.search('').matches.map(({ candidate: found }) => found)).toEqual(['a3', 'a4', 'a2']);
  });

  it('finds by readings and characters that only came with the change', () => {
    const index = createIndex<string>(['abc'], { readings: (value) => (value === '中' ? ['zhong'] : []) });
    const changed = index.with({ add: ['中', 'éß'] });
    expect(changed.search('zho').total).toBe(1);
    expect(changed.search('中').total).toBe(1);
    expect(changed.search('ess').total).toBe(1);
    expect(index.search('中').total).toBe(0);
  });
});
