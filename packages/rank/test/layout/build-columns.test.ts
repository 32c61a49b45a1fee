import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateInput } from '../../src/index.js';
import { has } from '../../src/layout/bit-set.js';
import { buildColumns } from '../../src/layout/build-columns.js';
import type { Columns, Starts } from '../../src/layout/columns.js';
import { BLOCK_BITS, END } from '../../src/layout/columns.js';
import { gramOf } from '../../src/layout/grams.js';
import { originalTexts } from '../../src/layout/original-texts.js';
import type { ReadOptions } from '../../src/layout/read-candidates.js';
import { MAX_REPEAT } from '../../src/layout/note-repeats.js';
import { firstRowOf, rowOf, secondRowOf, startRowOf } from '../../src/layout/rows.js';
import { runAtOnce } from '../../src/layout/steps.js';
import { textAt } from '../../src/layout/text-at.js';
import { candidateAt, fieldOf, originalOf, slotOf } from '../../src/layout/text-owner.js';
import { Folder } from '../../src/text/folder.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, candidates, options } from '../arbitraries.js';
import type { PlainStart } from './plain-columns.js';
import { inCommon, inOrder, plainStarts } from './plain-columns.js';

function build(list: readonly CandidateInput[], given: ReadOptions<CandidateInput> = {}): Columns {
  return runAtOnce(buildColumns(list, new Folder(), given));
}

const arbitraryList = (characters: readonly string[]): fc.Arbitrary<CandidateInput[]> =>
  fc.array(candidates(characters, 10), { maxLength: 12 });

const EVERY = [FEW_CHARACTERS, ANY_CHARACTERS].map((characters) =>
  fc.tuple(arbitraryList(characters), options(characters)),
);
const anyColumns = fc.oneof(...EVERY);

describe('columns', () => {
  it('hold every text of every candidate once: by field, weight, length of the value, given order', () => {
    fc.assert(
      fc.property(anyColumns, ([list, given]) => {
        const columns = build(list, given);
        const found: string[] = [];
        const keys: number[][] = [];
        for (let text = 0; text < columns.textCount; text++) {
          const field = fieldOf(columns, text);
          const slot = slotOf(columns, text);
          const candidate = candidateAt(columns, slot);
          found.push(`${columns.candidateOf[slot]} ${field} ${originalOf(columns, text)}`);
          const weight = typeof candidate === 'string' ? 0 : (candidate.weight ?? 0);
          const length = (columns.from[slot + 1] as number) - (columns.from[slot] as number);
          keys.push([field, -weight, length, columns.candidateOf[slot] as number]);
        }
        const expected = list.flatMap((candidate, i) => {
          const texts = [0, 1, 2].map((field) => originalTexts(candidate, field));
          const readings = new Set(texts.flat().flatMap((text) => given.readings?.(text) ?? []));
          return [...texts, Array.from(readings)].flatMap((ofField, field) =>
            ofField.map((text) => `${i} ${field} ${text}`),
          );
        });
        expect(found.toSorted()).toEqual(expected.toSorted());
        expect(keys).toEqual(keys.toSorted(compareKeys));
      }),
    );
  });

  it('hold the folded characters of each text, where words start, and which were written otherwise', () => {
    fc.assert(
      fc.property(anyColumns, ([list, given]) => {
        const folder = new Folder();
        const columns = runAtOnce(buildColumns(list, folder, given));
        const { codes, from, textCount } = columns;
        for (let text = 0; text < textCount; text++) {
          const { codes: expected, written } = folder.foldText(originalOf(columns, text));
          const start = from[text] as number;
          const end = (from[text + 1] as number) - 1;
          expect(Array.from(codes.subarray(start, end))).toEqual(expected);
          expect([codes[start - 1], codes[end]]).toEqual([END, END]);
          for (let i = 0; i < expected.length; i++) {
            expect(columns.altered !== undefined && has(columns.altered, start + i)).toBe(written[i] !== 0);
            expect(textAt(columns, start + i)).toBe(text);
          }
          expect(textAt(columns, end)).toBe(text);
        }
      }),
    );
  });

  it('hold the starts sorted, with what repeats in one candidate and the smallest of each block', () => {
    fc.assert(
      fc.property(anyColumns, ([list, given]) => {
        const columns = build(list, given);
        const plain = plainStarts(columns);
        const { heads, inner } = plain;
        for (const kind of ['heads', 'inner', 'late'] as const) {
          const earlier = { heads: [], inner: heads, late: [...heads, ...inner] }[kind];
          expectToHold(columns[kind], plain[kind], earlier);
        }
        expect(columns.hasPaths || columns.late.positions.length === 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('hold a row for each kind of character, and of character that starts a word, a first and a second one', () => {
    fc.assert(
      fc.property(anyColumns, ([list, given]) => {
        const { codes, from, rows, textCount, wordStarts } = build(list, given);
        const rowCount = rows.words === 0 ? 0 : rows.bits.length / rows.words;
        for (let text = 0; text < textCount; text++) {
          const expected = new Set<number>();
          const words: number[] = [];
          let segment: number[] = [];
          for (let at = from[text] as number; codes[at] !== END; at++) {
            const code = codes[at] as number;
            expected.add(rowOf(code));
            if (code === 0x2f || code === 0x5c) segment = [];
            if (!has(wordStarts, at)) continue;
            expected.add(startRowOf(code));
            words.push(code);
            segment.push(code);
            if (segment.length === 1) expected.add(firstRowOf(code));
            if (words.length === 2 || segment.length === 2) expected.add(secondRowOf(code));
          }
          for (let row = 0; row < rowCount; row++) {
            const word = rows.bits[row * rows.words + (text >>> 5)] as number;
            expect((word >>> text) & 1).toBe(Number(expected.has(row)));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

function compareKeys(a: readonly number[], b: readonly number[]): number {
  return a.map((key, i) => key - (b[i] as number)).find((difference) => difference !== 0) ?? 0;
}

/** Made up of few words, the same every time. */
function manyNames(count: number, words: readonly string[]): string[] {
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(4) }, () => words[next(words.length)] as string).join(
      ['-', '/', '', '.'][next(4)],
    ),
  );
}

describe.each([
  ['8 bits', ['re', 'react', 'Hook', 'hooks', 'form', '2', 'aaaaaaaa', 'v10']],
  [
    '16 bits',
    [
      're',
      '测试',
      'Hook',
      '数据',
      'é',
      ...Array.from({ length: 300 }, (_, i) => String.fromCharCode(0x4e00 + i)),
    ],
  ],
])('columns of long lists with codes of %s', (_, words) => {
  const names = manyNames(40_000, words);
  const columns = build(names);
  const { codes, from, grams, textCount } = columns;

  it('hold the starts sorted', () => {
    const plain = plainStarts(columns);
    for (const kind of ['heads', 'inner', 'late'] as const) {
      const sorted = inFoundOrder(columns[kind], plain[kind]);
      expect(sorted).toHaveLength(plain[kind].length);
      expect(firstMisplaced(sorted)).toBe(-1);
    }
  });

  it('list for every three characters the texts that have them', () => {
    const expected = new Map<number, Set<number>>();
    for (let text = 0; text < textCount; text++) {
      for (let at = from[text] as number; at + 3 < (from[text + 1] as number); at++) {
        const gram = gramOf(grams, codes[at] as number, codes[at + 1] as number, codes[at + 2] as number);
        expected.set(gram, (expected.get(gram) ?? new Set()).add(text));
      }
    }
    const found = new Map<number, number[]>();
    for (let gram = 0; gram + 1 < grams.from.length; gram++) {
      const texts = textsOf(gram);
      if (texts.length > 0) found.set(gram, texts);
    }
    expect(found.size).toBe(expected.size);
    for (const [gram, texts] of expected) expect(found.get(gram)).toEqual(Array.from(texts));
  });

  function textsOf(gram: number): number[] {
    const texts: number[] = [];
    let before = 0;
    let step = 0;
    let shift = 0;
    for (const byte of grams.bytes.subarray(grams.from[gram], grams.from[gram + 1])) {
      step |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte >= 0x80) continue;
      before += step;
      texts.push(before - 1);
      step = 0;
      shift = 0;
    }
    return texts;
  }
});

/** The starts as columns have them, each once. */
function inFoundOrder({ positions }: Starts, plain: readonly PlainStart[]): PlainStart[] {
  const byPosition = new Map(plain.map((start) => [start.position, start]));
  return Array.from(new Set(positions), (position) => byPosition.get(position) as PlainStart);
}

function firstMisplaced(sorted: readonly PlainStart[]): number {
  return sorted.findIndex((start, i) => i > 0 && !inOrder(sorted[i - 1] as PlainStart, start));
}

function expectToHold(starts: Starts, plain: readonly PlainStart[], earlier: readonly PlainStart[]): void {
  const sorted = inFoundOrder(starts, plain);
  expect(starts.positions).toHaveLength(plain.length);
  expect(sorted).toHaveLength(plain.length);
  expect(firstMisplaced(sorted)).toBe(-1);
  const minima = Array.from(starts.minima);
  expect(minima).toEqual(
    minima.map((_, b) =>
      Math.min(...sorted.slice(b << BLOCK_BITS, (b + 1) << BLOCK_BITS).map(({ position }) => position)),
    ),
  );
  for (let n = 1; n <= MAX_REPEAT; n++) {
    const isRepeat = (start: PlainStart): boolean =>
      [...earlier, ...plain.filter(({ position }) => position < start.position)].some(
        ({ slot, codes }) => slot === start.slot && inCommon(codes, start.codes) >= n,
      );
    expect(Array.from(starts.repeats[n - 1] ?? [])).toEqual(
      sorted.flatMap((start, i) => (isRepeat(start) ? [i] : [])),
    );
  }
}
