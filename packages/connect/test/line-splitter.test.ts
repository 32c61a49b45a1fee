import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from '../src/index.js';

function split(chunks: readonly Buffer[], maxLineBytes = 1_000, onTooLong?: () => void): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter({
    maxLineBytes,
    onLine: (line) => lines.push(line),
    ...(onTooLong === undefined ? {} : { onTooLong }),
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('createLineSplitter', () => {
  it('gives lines without their newline, of either kind, and empty ones too', () => {
    expect(split([bytes('a\nb\r\n\nc\n')])).toEqual(['a', 'b', '', 'c']);
  });

  it('gives a last line that has no newline at the end only', () => {
    const lines: string[] = [];
    const splitter = createLineSplitter({ maxLineBytes: 10, onLine: (line) => lines.push(line) });
    splitter.push(bytes('one\ntwo'));
    expect(lines).toEqual(['one']);
    splitter.end();
    expect(lines).toEqual(['one', 'two']);
  });

  it('keeps characters whole wherever the chunks are cut', () => {
    const text = 'é 世界 👩‍👩‍👧 \u2028 x\n‹ñ›\n';
    const all = bytes(text);
    for (let at = 1; at < all.length; at += 1) {
      expect(split([all.subarray(0, at), all.subarray(at)])).toEqual(text.split('\n').slice(0, -1));
    }
  });

  it('gives what splitting the whole text gives, for any text cut into any chunks', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r\n', 'é', '世', '😀', '\t'), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 120 }), { maxLength: 8 }), (parts, cuts) => {
        const whole = bytes(parts.join(''));
        const edges = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].sort(
          (a, b) => a - b,
        );
        const chunks = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
        const expected = parts.join('').split(/\r?\n/);
        if (expected.at(-1) === '') expected.pop();
        expect(split(chunks)).toEqual(expected);
      }),
    );
  });

  it('tells once of a line that is too long, and is silent afterwards', () => {
    let told = 0;
    const lines = split([bytes('ok\n12345'), bytes('678901'), bytes('\nlater\n')], 10, () => (told += 1));
    expect(lines).toEqual(['ok']);
    expect(told).toBe(1);
  });

  it('accepts a line of exactly the limit, and refuses one of a byte more', () => {
    let told = 0;
    expect(split([bytes('1234567890\n')], 10, () => (told += 1))).toEqual(['1234567890']);
    expect(told).toBe(0);
    split([bytes('12345678901\n')], 10, () => (told += 1));
    expect(told).toBe(1);
  });

  it('cuts a long line and goes on with the next one, where nobody wants to be told', () => {
    expect(split([bytes('12345'), bytes('67890123'), bytes('456\nnext\n')], 10)).toEqual([
      '1234567890',
      'next',
    ]);
  });

  it('takes a large line in little time, however small the chunks are', () => {
    const chunk = Buffer.alloc(64, 'x');
    const lines: string[] = [];
    const splitter = createLineSplitter({ maxLineBytes: 2 ** 25, onLine: (line) => lines.push(line) });
    const before = process.cpuUsage();
    for (let sent = 0; sent < 2 ** 24; sent += chunk.length) splitter.push(chunk);
    splitter.push(bytes('\n'));
    const { user, system } = process.cpuUsage(before);
    expect(lines[0]?.length).toBe(2 ** 24);
    // Copying all that is held with every chunk would be 2 TB.
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
