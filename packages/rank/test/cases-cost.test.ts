import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MAX_QUERY_LENGTH, createIndex } from '../src/index.js';
import { found } from './found.js';

/** Fastest of some runs, in milliseconds: what the work takes when nothing else runs on the machine. */
function fastestMs(run: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/** Makes a list that no other round has, and searches it once. */
function searchFreshList(n: number): void {
  const values = Array.from({ length: 1000 }, (_, i) => `Ünïque välue ${n * 1000 + i}`);
  expect(createIndex(values).search(`välue ${n}`, { limit: 5 }).matches).toHaveLength(5);
}

describe('cost and memory', () => {
  const address = '1600 Amphitheatre Parkway, Mountain View, California 94043, United States of America';
  const addresses = Array.from({ length: 20 }, (_, i) =>
    i === 13 ? address : address.replace('1600', `${1601 + i}`),
  );

  it('BUG-115 a long pasted query is answered at once, and beyond the stated length only equality counts', () => {
    const index = createIndex(addresses);
    expect(index.search(address).matches[0]?.candidate).toBe(address);
    expect(fastestMs(() => index.search(address))).toBeLessThan(20);
    const long = address.repeat(120).slice(0, 10_000);
    expect(index.search(long).total).toBe(0);
    expect(fastestMs(() => index.search(long))).toBeLessThan(50);
    const megabyte = address.repeat(13_000).slice(0, 1_000_000);
    expect(index.search(megabyte).total).toBe(0);
    expect(fastestMs(() => index.search(megabyte))).toBeLessThan(50);
    expect(found(megabyte, [address, megabyte])).toEqual([megabyte]);
    expect(found('a'.repeat(MAX_QUERY_LENGTH + 1), ['a'.repeat(MAX_QUERY_LENGTH + 2)])).toEqual([]);
    expect(found('a'.repeat(MAX_QUERY_LENGTH), ['a'.repeat(MAX_QUERY_LENGTH + 2)])).toHaveLength(1);
  });

  it('BUG-127 an empty query lists all in the given order, in the same form, unscored and unmarked', () => {
    const { matches, total } = createIndex(['one', 'two', 'three']).search('', { limit: 2 });
    expect(matches).toEqual([
      { candidate: 'one', score: 0, ranges: [], field: 'value', text: 'one', band: undefined },
      { candidate: 'two', score: 0, ranges: [], field: 'value', text: 'two', band: undefined },
    ]);
    expect(total).toBe(3);
  });

  it('BUG-128 results are the caller’s own: no later search changes them, and changing them changes none', () => {
    const index = createIndex(['inventory cost', 'cost of inventory']);
    const kept = index.search('inv');
    const copy = structuredClone(kept);
    index.search('cost');
    expect(kept).toEqual(copy);
    kept.matches[0]?.ranges.push([99, 100]);
    kept.matches.length = 0;
    expect(index.search('inv')).toEqual(copy);
  });

  it('BUG-129 lists that are searched and dropped leave nothing behind', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heapMb = (): number => {
      collect();
      return process.memoryUsage().heapUsed / 2 ** 20;
    };
    searchFreshList(0);
    const before = heapMb();
    for (let n = 1; n <= 40; n++) searchFreshList(n);
    expect(heapMb() - before).toBeLessThan(10);
  });
});
