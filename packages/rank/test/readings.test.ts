import { describe, expect, it } from 'vitest';
import type { CandidateInput, IndexOptions } from '../src/index.js';
import { RankError, createIndex } from '../src/index.js';
import { found } from './found.js';
import { thrown } from './thrown.js';

const SOUNDS: Readonly<Record<string, readonly string[]>> = {
  百度网盘: ['BaiDuWangPan', 'bdwp'],
  紧急: ['JinJi', 'jj'],
  网盘: ['WangPan', 'wp'],
};
const readings = (text: string): readonly string[] => SOUNDS[text] ?? [];

const withReadings = (list: unknown): IndexOptions => ({ readings: () => list as string[] });

describe('readings', () => {
  const drives = ['百度网盘', 'other'];

  it.each([
    ['exact', 'BaiDuWangPan'],
    ['folded', 'baiduwangpan'],
    ['prefix', 'baid'],
    ['prefix', 'bd'],
    ['word-start', 'wangp'],
    ['words', 'pan wang'],
    ['abbreviation', 'baduw'],
    ['initials', 'dwp'],
    ['word-parts', 'bawan'],
  ])('find in the band %s: %s', (band, query) => {
    expect(createIndex(drives, { readings }).search(query)).toMatchObject({
      matches: [{ candidate: '百度网盘', field: 'reading', band }],
      total: 1,
    });
  });

  it.each(['oa', 'angp', 'aiduw', 'aidw', 'a', 'bn', 'ang pan', 'pan ang'])(
    'find nothing by letters inside or apart: %s',
    (query) =>
      expect(createIndex(drives, { readings }).search(query)).toMatchObject({ matches: [], total: 0 }),
  );

  it('that have a query inside a word and as word parts are found by these', () => {
    const index = createIndex(['x'], withReadings(['zaabc Aa-Bc']));
    expect(index.search('aabc').matches[0]?.band).toBe('word-parts');
    expect(createIndex(['zaabc Aa-Bc']).search('aabc').matches[0]?.band).toBe('inside');
  });

  it('are not found by a file extension', () => {
    const index = createIndex(['1'], withReadings(['BaoGao/Wang.pdf']));
    expect(index.search('pdf').total).toBe(0);
    expect(index.search('.pdf').total).toBe(1);
  });

  it('are those of title and aliases too', () => {
    const list = [
      { value: 'P1', title: '网盘' },
      { value: 'P0', aliases: ['urgent', '紧急'] },
    ];
    expect(found('jinji', list, { readings })).toEqual(['P0']);
    expect(found('wp', list, { readings })).toEqual(['P1']);
  });

  it('come after value, title and alias in a band, and before all in a later band', () => {
    const list = [
      { value: '紧急' },
      { value: '1', aliases: ['jj'] },
      { value: '2', title: 'jj' },
      { value: 'jj' },
      { value: 'jjj', weight: 9 },
      { value: '紧急', weight: 1 },
    ];
    const { matches } = createIndex(list, { readings }).search('jj');
    expect(matches.map(({ candidate, field }) => [list.indexOf(candidate), field])).toEqual([
      [3, 'value'],
      [2, 'title'],
      [1, 'alias'],
      [5, 'reading'],
      [0, 'reading'],
      [4, 'value'],
    ]);
    const scores = matches.map(({ score }) => score);
    expect(new Set(scores).size).toBe(5);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('leave what is shown to the value, with nothing to highlight', () => {
    const list = ['网盘', { value: 'P0', title: '紧急' }];
    for (const [query, text] of [
      ['wp', '网盘'],
      ['ji', 'P0'],
    ] as const)
      expect(createIndex(list, { readings }).search(query).matches).toMatchObject([
        { field: 'reading', text, ranges: [] },
      ]);
  });

  it('take nothing from how the texts themselves are found', () => {
    const options = { readings: () => ['ab', 'other'] };
    const of = (query: string, index = createIndex(['cab', '百度网盘'], options)): unknown =>
      index.search(query).matches.map(({ candidate, field, band }) => [candidate, field, band]);
    expect(of('网盘')).toEqual([['百度网盘', 'value', 'inside']]);
    expect(of('ca')).toEqual([['cab', 'value', 'prefix']]);
    // One letter that all texts have somewhere starts readings only where it stands first.
    expect(of('b')).toEqual([['cab', 'value', 'inside']]);
  });

  it.each([
    ['baid', 'prefix', 'exact'],
    ['wangp', 'word-start', 'prefix'],
    ['dwp', 'initials', 'word-start'],
    ['bawan', 'word-parts', 'inside'],
  ] as const)('end at the loosest band like all texts: %s', (query, band, before) => {
    expect(found(query, drives, { readings, loosest: band })).toEqual(['百度网盘']);
    expect(found(query, drives, { readings, loosest: before })).toEqual([]);
  });

  it('are asked for when the index is made, once for each text, and not for descriptions', () => {
    const asked: string[] = [];
    const list = [{ value: 'a', title: 'b', aliases: ['c'], description: 'd' }, 'e'];
    const index = createIndex(list, { readings: (text) => [`${asked.push(text)}`] });
    for (const query of ['', 'a', '1', '9']) index.search(query);
    expect(asked).toEqual(['a', 'b', 'c', 'e']);
  });

  it('that are no strings are passed over, as is what is no list', () => {
    const index = createIndex(['x'], withReadings([null, 'fine', 7, undefined, { length: 1 }]));
    expect(index.search('fine').total).toBe(1);
    for (const query of ['null', '7', 'undefined', 'object']) expect(index.search(query).total).toBe(0);
    for (const odd of [undefined, null, 'text', 7, {}])
      expect(createIndex(['x'], withReadings(odd)).search('t').total).toBe(0);
  });

  it('that throw are refused, saying at which candidate but not what it holds', () => {
    const cause = new Error('no dictionary');
    const read = (text: string): string[] => {
      if (text === 'hunter2') throw cause;
      return [];
    };
    const make = (list: readonly CandidateInput[]) => (): unknown => createIndex(list, { readings: read });
    expect(make(['fine'])).not.toThrow();
    const error = thrown(make(['fine', { value: 'fine', aliases: ['hunter2'] }]));
    expect(error).toBeInstanceOf(RankError);
    expect(error).toMatchObject({
      code: 'invalid-readings',
      cause,
      message: expect.stringContaining('candidate 1'),
    });
    expect(String(error)).not.toContain('hunter2');
  });
});
