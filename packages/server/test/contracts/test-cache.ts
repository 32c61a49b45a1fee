import type { Cache, CacheEntry } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';

export interface CacheContract {
  /** Name of the implementation, for the titles. */
  name: string;
  /** A new, empty cache. */
  create: () => Cache | Promise<Cache>;
}

function entry(sequence: number, ...candidates: string[]): CacheEntry {
  return {
    answer: { candidates, complete: true, total: undefined, dropped: 0 },
    storedAt: 5,
    sequence,
    version: undefined,
  };
}

/** What every `Cache` must do. Run it in the test of each implementation. */
export function testCache({ name, create }: CacheContract): void {
  describe(`${name} is a Cache`, () => {
    it('knows nothing at first', async () => {
      const cache = await create();
      expect(await cache.get('key')).toBeUndefined();
    });

    it('gives back what was stored, with everything it was stored with', async () => {
      const cache = await create();
      const stored: CacheEntry = {
        answer: {
          candidates: ['plain', { value: 'P0', title: 'Critical', aliases: ['紧急'], weight: 2 }],
          complete: false,
          total: 40,
          dropped: 0,
        },
        storedAt: 1_234.5,
        sequence: 7,
        version: 'v3',
      };
      await cache.set('key', stored);
      expect(await cache.get('key')).toEqual(stored);
    });

    it('replaces what was stored under the same key', async () => {
      const cache = await create();
      await cache.set('key', entry(1, 'old'));
      await cache.set('key', entry(2, 'new'));
      expect(await cache.get('key')).toEqual(entry(2, 'new'));
    });

    it('keeps keys apart, whatever characters are in them', async () => {
      const cache = await create();
      const keys = [
        '',
        'a',
        'A',
        'a ',
        ' a',
        'a\u0000',
        '__proto__',
        'constructor',
        'é',
        'e\u0301',
        '["a"]',
        '漢',
      ];
      for (const [at, key] of keys.entries()) await cache.set(key, entry(at, key));
      for (const [at, key] of keys.entries()) expect(await cache.get(key)).toEqual(entry(at, key));
    });

    it('forgets what is deleted, and does not mind deleting what is not there', async () => {
      const cache = await create();
      await cache.set('a', entry(1, 'a'));
      await cache.set('b', entry(2, 'b'));
      await cache.delete('a');
      await cache.delete('never');
      expect(await cache.get('a')).toBeUndefined();
      expect(await cache.get('b')).toEqual(entry(2, 'b'));
    });
  });
}
