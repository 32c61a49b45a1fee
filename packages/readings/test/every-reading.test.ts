import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  combineReadings,
  cyrillic,
  greek,
  hangul,
  kana,
  MAX_READINGS,
  MAX_VALUE_LENGTH,
  pinyin,
} from '../src/index.js';

const everyReading = [
  { name: 'pinyin', create: pinyin, sample: '行' },
  { name: 'kana', create: kana, sample: 'ん' },
  { name: 'kana of romaji', create: () => kana({ fromRomaji: true }), sample: 'ん' },
  { name: 'hangul', create: hangul, sample: '값' },
  { name: 'cyrillic', create: cyrillic, sample: 'щ' },
  { name: 'greek', create: greek, sample: 'ύ' },
];

/** Letters of all scripts here, marks, separators, emoji, and halves of surrogate pairs. */
const unit = fc.constantFrom(
  ...Array.from(
    "重行长乐绿々〇𠮷きっゃんーゞトヴァﾊﾟ서값ㅅщЩёїґјъ\u0306ΑύϊςΥπμ\u0301\u0308aZ9 -_./'’İßﬁ👩\u200d\0",
  ),
  '\ud800',
  '\udc00',
  '\u1112',
  '\u1161',
);
const texts = fc.oneof(
  fc.array(unit, { maxLength: 24 }).map((units) => units.join('')),
  fc.string({ unit: 'binary', maxLength: 24 }),
);

describe.each(everyReading)('$name', ({ create, sample }) => {
  test('throws for no text and gives few, distinct, non-empty readings that are not the value', () => {
    const read = create();
    fc.assert(
      fc.property(texts, (value) => {
        const readings = read(value);
        expect(readings.length).toBeLessThanOrEqual(MAX_READINGS);
        expect(new Set(readings).size).toBe(readings.length);
        expect(readings).not.toContain('');
        expect(readings).not.toContain(value);
      }),
      { numRuns: 400 },
    );
  });

  test('depends on nothing but the value', () => {
    const [one, other] = [create(), create()];
    fc.assert(
      fc.property(texts, texts, (value, between) => {
        const first = one(value);
        one(between);
        expect(one(value)).toEqual(first);
        expect(other(value)).toEqual(first);
      }),
      { numRuns: 100 },
    );
  });

  test('reads values up to the limit, in bounded space, and none beyond', () => {
    const read = create();
    const readings = read(sample.repeat(MAX_VALUE_LENGTH));
    expect(readings.length).toBeGreaterThan(0);
    for (const reading of readings) expect(reading.length).toBeLessThanOrEqual(8 * MAX_VALUE_LENGTH);
    expect(read(sample.repeat(MAX_VALUE_LENGTH + 1))).toEqual([]);
  });

  test.each(['', ' ', 'react-hook-form', 'Straße 5', 'ไทย', '🎵', '\ud83d', '123'])(
    'has no readings of %j',
    (value) => expect(create()(value)).toEqual([]),
  );
});

describe('combineReadings', () => {
  const all = combineReadings(pinyin(), kana(), hangul(), cyrillic(), greek());

  test.each([
    ['紧急', 'jj'],
    ['サーバー', 'saba'],
    ['독립문', 'ㄷㄹㅁ'],
    ['Київ', 'Kyiv'],
    ['Αθήνα', 'Athina'],
  ])('finds the readings of %s whatever its script', (value, reading) => {
    expect(all(value)).toContain(reading);
  });

  test('reads values of two scripts by both, each leaving the other as it is', () => {
    expect(all('東京タワー')).toEqual(expect.arrayContaining(['DongJingタワー', '東京tawaa']));
  });

  test('gives what several functions find once, in their order', () => {
    const read = combineReadings(
      () => ['b', 'a'],
      () => ['a', 'c'],
    );
    expect(read('x')).toEqual(['b', 'a', 'c']);
    expect(combineReadings()('x')).toEqual([]);
  });
});
