import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index.js';

/** Numbers that look random and are the same in every run (Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

const SYLLABLES = [
  're',
  'act',
  'na',
  'ti',
  've',
  'lo',
  'dash',
  'co',
  'fig',
  'ur',
  'a',
  'tion',
  'ser',
  'ver',
  'x',
  'ql',
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function stop(): boolean {
  throw new Error('stop');
}

/** Names of a few words, in several ways of writing. */
function names(count: number, next: () => number): string[] {
  const word = (): string =>
    Array.from({ length: 1 + (next() % 3) }, () => SYLLABLES[(next() >>> 8) % SYLLABLES.length]).join('');
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 1 + (next() % 3) }, word);
    const end = i % 7 === 0 ? `${i}` : '';
    return (i % 3 === 0 ? words.map(capital).join('') : words.join(i % 3 === 1 ? '-' : '/')) + end;
  });
}

describe('what an index remembers from one search to the next', () => {
  const next = numbers(7);
  const list = names(20_000, next);
  const typed = Array.from({ length: 60 }, (_, n) => {
    const target = Array.from(list[next() % list.length] as string);
    // Every other one is typed with a letter left out, so that the loose bands are looked at.
    if (n % 2 === 1) target.splice(1 + (n % 3), 1);
    return target.slice(0, 10).join('');
  });

  it('changes nothing that is found', () => {
    const session = createIndex(list);
    const others = createIndex(list);
    const keys = typed.flatMap((query) => Array.from(query, (_, i) => query.slice(0, i + 1)));
    const search = (index: typeof session, query: string): string =>
      JSON.stringify(index.search(query, { limit: 30 }));
    const found = keys.map((query) => search(session, query));
    // The other index hears the same queries last first, so that no query goes on from the one before.
    const expected = keys
      .toReversed()
      .map((query) => search(others, query))
      .toReversed();
    expect(found).toEqual(expected);
  });

  it('is apart for a search that is made while another is under way', () => {
    const index = createIndex(list);
    const plain = createIndex(list).search('reat', { limit: 20 });
    const inner = createIndex(list).search('conf', { limit: 20 });
    const heard = new Set<string>();
    const result = index.search('reat', {
      limit: 20,
      accept: () => {
        heard.add(JSON.stringify(index.search('conf', { limit: 20 })));
        return true;
      },
    });
    expect([...heard]).toEqual([JSON.stringify(inner)]);
    expect(result).toEqual(plain);
  });

  it('is as it was after a search that was broken off', () => {
    const index = createIndex(list);
    const before = index.search('dash', { limit: 10 });
    expect(() => index.search('dash', { accept: stop })).toThrow('stop');
    expect(index.search('dash', { limit: 10 })).toEqual(before);
  });
});
