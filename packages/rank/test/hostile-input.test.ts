import { describe, expect, it } from 'vitest';
import { createIndex } from '../src/index.js';

/** Generous for a slow and busy machine; anything that is not linear takes minutes. */
const MAX_MS = 3000;

function elapsedMs(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

describe('input meant to stall or to break', () => {
  const long = 100_000;
  it.each([
    { name: 'one letter over and over', value: 'a'.repeat(long), query: `${'a'.repeat(999)}b` },
    { name: 'one letter over and over, all matching', value: 'a'.repeat(long), query: 'a'.repeat(1000) },
    {
      name: 'nearly matching everywhere',
      value: `${'a'.repeat(500)}b`.repeat(200),
      query: `${'a'.repeat(501)}b`,
    },
    { name: 'words without end', value: 'ab '.repeat(long / 3), query: 'ab '.repeat(333) },
    { name: 'words in the wrong order', value: 'ab cd '.repeat(long / 6), query: 'cd ab '.repeat(166) },
    {
      name: 'words and parts of words',
      value: 'ab-'.repeat(long / 3),
      query: 'abaabababaaabababababababababab',
    },
    { name: 'capitals', value: 'aB'.repeat(long / 2), query: 'bB'.repeat(500) },
    { name: 'path separators', value: '/a'.repeat(long / 2), query: '/a'.repeat(500) },
    { name: 'dots', value: `a/${'.a'.repeat(long / 2)}`, query: '.'.repeat(1000) },
    { name: 'marks on one letter', value: `e${'\u0301'.repeat(long)}`, query: `e${'\u0301'.repeat(999)}` },
    { name: 'emoji', value: '👩‍💻'.repeat(long / 5), query: '👩‍💻'.repeat(200) },
    { name: 'halves of emoji', value: '\ud83d'.repeat(long), query: '\ude00'.repeat(1000) },
    {
      name: 'control characters',
      value: '\0\u0001\u007f\r\n'.repeat(long / 5),
      query: '\0\u0001\u007f\r\n'.repeat(200),
    },
  ])('$name costs little', ({ value, query }) => {
    const index = createIndex([value, 'other']);
    expect(elapsedMs(() => index.search(query))).toBeLessThan(MAX_MS);
  });

  it('a hundred thousand equal values are ranked and counted', () => {
    const index = createIndex(Array.from({ length: 100_000 }, () => 'same'));
    const { matches, total } = index.search('same', { limit: 3, offset: 50_000 });
    expect(total).toBe(100_000);
    expect(matches).toHaveLength(3);
  });

  it('names of object properties are texts like others', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const index = createIndex(names);
    for (const name of names) expect(index.search(name).matches[0]?.candidate).toBe(name);
  });

  it('a query that is not well-formed finds what equals it, and breaks nothing', () => {
    const texts = ['\ud83d', 'a\ude00', '\ufffe', '\uffff', '\0'];
    const index = createIndex(texts);
    for (const text of texts)
      expect(index.search(text).matches[0]).toMatchObject({ candidate: text, band: 'exact' });
  });
});
