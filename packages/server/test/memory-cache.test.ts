import { MemoryCache } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { testCache } from './contracts/test-cache.js';

testCache({ name: 'MemoryCache', create: () => new MemoryCache() });

const entry = (...candidates: string[]) => ({
  answer: { candidates, complete: true, total: undefined, dropped: 0 },
  storedAt: 0,
  sequence: 1,
  version: undefined,
});

describe('MemoryCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = new MemoryCache({ maxEntries: 2 });
    cache.set('a', entry('a'));
    cache.set('b', entry('b'));
    cache.get('a');
    cache.set('c', entry('c'));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((found) => found !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(cache.size).toBe(2);
  });

  it('is bounded by candidates too, and keeps one list that alone is larger', () => {
    const cache = new MemoryCache({ maxCandidates: 3 });
    cache.set('a', entry('1', '2'));
    cache.set('b', entry('3', '4'));
    expect(cache.get('a')).toBeUndefined();
    cache.set('huge', entry('1', '2', '3', '4', '5'));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('huge')).toBeDefined();
  });
});
