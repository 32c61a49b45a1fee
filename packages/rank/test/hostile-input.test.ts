import { describe, expect, it } from 'vitest';
import { createIndex } from '../src/index.js';

/** Generous for a slow machine; anything that is not linear takes minutes. */
const MAX_MS = 3000;

/** Time of the processor, so that a busy machine does not count. */
function cpuMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
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
    { name: 'one error, at the end', value: 'ab'.repeat(long / 2), query: `${'ab'.repeat(499)}xb` },
    { name: 'two errors, far apart', value: 'ab'.repeat(long / 2), query: `abx${'ab'.repeat(490)}xab` },
    { name: 'errors at every word', value: 'abcd-'.repeat(long / 5), query: `${'abcd-'.repeat(99)}abxx` },
    { name: 'capitals that all start words', value: 'A'.repeat(long), query: `${'A'.repeat(500)}b` },
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
    expect(cpuMs(() => index.search(query))).toBeLessThan(MAX_MS);
    // As it is typed, and in both roles.
    expect(cpuMs(() => [8, 9, 50, 51].map((length) => index.search(query.slice(0, length))))).toBeLessThan(
      MAX_MS,
    );
    const other = createIndex([query, `${value.slice(0, 500)}${query}`]);
    expect(cpuMs(() => other.search(value.slice(0, 1000)))).toBeLessThan(MAX_MS);
  });

  it('a million equal values are ranked and counted', () => {
    const values = Array.from({ length: 1_000_000 }, () => 'same');
    let index = createIndex<string>([]);
    expect(cpuMs(() => (index = createIndex(values)))).toBeLessThan(20 * MAX_MS);
    for (const [query, band] of [
      ['same', 'exact'],
      ['Same', 'folded'],
      ['sa', 'prefix'],
      ['am', 'inside'],
      ['saem', 'one-error'],
      ['xame', 'one-error'],
    ] as const) {
      expect(cpuMs(() => index.search(query, { limit: 3 }))).toBeLessThan(MAX_MS);
      const { matches, total } = index.search(query, { limit: 3, offset: 500_000 });
      expect(total).toBe(1_000_000);
      expect(matches.map((match) => match.band)).toEqual([band, band, band]);
    }
  }, 300_000);

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
