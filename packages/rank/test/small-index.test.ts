import { describe, expect, it } from 'vitest';
import { createIndex as createLargeIndex } from '../src/index.js';
import { createIndex } from '../src/small/index.js';
import { thrown } from './thrown.js';

/** Names of several words, none like another. */
const names = Array.from(
  { length: 3_000 },
  (_, i) => `${['get', 'list', 'makeNew', 'src/drop'][i % 4]}-${(i * 7919).toString(36)}_${i}.ts`,
);

describe('the small index', () => {
  const index = createIndex(names);
  const largeIndex = createLargeIndex(names);

  it.each(['g', 'get', 'lst', 'gt', 'mn', 'src', 'drop ts', 'makenwe', 'ts', '12', ' list-', '@', 'é'])(
    'finds for %o in thousands what the large one does',
    (query) => {
      const page = { limit: 50, offset: 3 };
      expect(index.search(query, page)).toEqual(largeIndex.search(query, page));
    },
  );

  it('gives scores, fields and texts as the large one does', () => {
    const list = [
      'invoices',
      { value: 'P0', title: 'In voices', aliases: ['INVOICE', 'invoicing'], weight: 2 },
      { value: 'P1', title: 'Critical', weight: -Infinity },
    ];
    const options = { readings: (text: string) => [`x${text}`] };
    for (const query of ['', 'inv', 'invoice', 'xp', 'xcritical', 'P0 '])
      expect(createIndex(list, options).search(query)).toEqual(createLargeIndex(list, options).search(query));
  });

  it.each([Infinity, 3, 0, -1])('puts weights in order beside %d', (weight) => {
    const list = [
      { value: 'ab', weight: -Infinity },
      { value: 'ac', weight },
      { value: 'ad', weight: Infinity },
      { value: 'ae', weight: Infinity },
    ];
    for (const query of ['', 'a'])
      expect(createIndex(list).search(query)).toEqual(createLargeIndex(list).search(query));
  });

  it('searches from within a search', () => {
    const few = createIndex(['one', 'other', 'none']);
    const inner: number[] = [];
    const { matches } = few.search('o', {
      accept: () => {
        inner.push(few.search('n').total);
        return true;
      },
    });
    expect(matches.map(({ candidate }) => candidate)).toEqual(['one', 'other', 'none']);
    expect(new Set(inner)).toEqual(new Set([2]));
  });

  it('has a query of any length, which then matches what equals it', () => {
    const long = 'a'.repeat(5_000);
    const withLong = createIndex([long, 'a']);
    expect(withLong.search(long).matches[0]).toMatchObject({ band: 'exact', ranges: [[0, 5_000]] });
    expect(withLong.search(`${long}b`)).toMatchObject({ matches: [], total: 0 });
  });

  it('says what is wrong with a candidate', () => {
    expect(thrown(() => createIndex([{} as { value: string }]))).toMatchObject({
      name: 'RankError',
      code: 'invalid-candidate',
    });
  });

  it('is not disturbed by what the caller does to the list', () => {
    const list = ['alpha', 'beta'];
    const kept = createIndex(list);
    list.length = 0;
    expect(kept.size).toBe(2);
    expect(kept.search('alp').total).toBe(1);
  });
});
