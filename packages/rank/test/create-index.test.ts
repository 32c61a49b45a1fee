import { describe, expect, it } from 'vitest';
import type { CandidateInput } from '../src/index.js';
import { BANDS, RankError, createIndex } from '../src/index.js';
import { found } from './found.js';
import { thrown } from './thrown.js';

describe('createIndex', () => {
  it('gives back the very candidates of the caller, and counts them', () => {
    const severity = {
      value: 'P0',
      title: 'Critical',
      aliases: ['urgent'],
      description: 'pages people',
      extra: 1,
    };
    const index = createIndex([severity]);
    expect(index.size).toBe(1);
    expect(index.search('crit').matches[0]?.candidate).toBe(severity);
    expect(index.search('').matches[0]?.candidate).toBe(severity);
  });

  it('does not follow later changes of the list it was made of', () => {
    const list = ['one', 'two'];
    const index = createIndex(list);
    list.push('three');
    list[0] = 'other';
    expect(index.search('').matches.map(({ candidate }) => candidate)).toEqual(['one', 'two']);
    expect(index.search('o').total).toBe(2);
  });

  it('refuses what has no string value, saying which one but not what it holds', () => {
    for (const wrong of [null, undefined, 7, {}, { value: 7 }, { secret: 'hunter2' }]) {
      const error = thrown(() => createIndex(['fine', wrong as unknown as CandidateInput]));
      expect(error).toBeInstanceOf(RankError);
      expect(error).toMatchObject({
        code: 'invalid-candidate',
        message: expect.stringContaining('Candidate 1'),
      });
      expect(String(error)).not.toContain('hunter2');
    }
  });

  it('passes over titles, aliases and weights that are of no use', () => {
    const odd = { value: 'x', title: null, aliases: [null, 'why', 3], weight: Number.NaN };
    const index = createIndex([odd as unknown as CandidateInput, 'y']);
    expect(index.search('why').total).toBe(1);
    expect(index.search('').total).toBe(2);
    expect(
      createIndex([{ value: 'x', aliases: 'no list' } as unknown as CandidateInput]).search('no').total,
    ).toBe(0);
  });

  it('an empty list answers every query with nothing', () => {
    const nothing = { matches: [], total: 0, consulted: 'extension' };
    expect(createIndex([]).search('')).toEqual(nothing);
    expect(createIndex([]).search('a')).toEqual(nothing);
  });

  it('lists by weight when nothing is typed, equal weights as given', () => {
    const list = [
      { value: 'a' },
      { value: 'b', weight: 2 },
      'c',
      { value: 'd', weight: Infinity },
      { value: 'e', weight: -1 },
    ];
    expect(found<CandidateInput>('', list)).toEqual(['d', 'b', 'a', 'c', 'e']);
  });

  it('inside a band the heavier comes first, but no weight lifts a match over a band', () => {
    const list = [
      { value: 'report' },
      { value: 'reports', weight: 9 },
      { value: 'my report', weight: 99 },
      { value: 'repo', weight: 5 },
    ];
    expect(found('repo', list)).toEqual(['repo', 'reports', 'report', 'my report']);
  });

  it('value comes before title before alias in one band, and an exact alias before a loose value', () => {
    const list = [
      { value: 'x1', aliases: ['main'] },
      { value: 'x2', title: 'main' },
      { value: 'main' },
      { value: 'mxaxixn' },
    ];
    // Three better matches are enough to leave characters apart alone.
    const { matches } = createIndex(list, { enough: Infinity }).search('main');
    expect(matches.map(({ field, text }) => [field, text])).toEqual([
      ['value', 'main'],
      ['title', 'main'],
      ['alias', 'main'],
      ['value', 'mxaxixn'],
    ]);
  });

  it.each([
    ['exact', 'getAccount', 'getAccount', [[0, 10]]],
    ['folded', 'GETaccount', 'getAccount', [[0, 10]]],
    ['prefix', 'geta', 'getAccount', [[0, 4]]],
    ['prefix', 'icons', 'ui/icons.js', [[3, 8]]],
    ['word-start', 'acc', 'getAccount', [[3, 6]]],
    ['words', 'acc get', 'getAccount', [[0, 6]]],
    [
      'words',
      'cou et',
      'getAccount',
      [
        [1, 3],
        [5, 8],
      ],
    ],
    [
      'missing-letter',
      'getcc',
      'getAccount',
      [
        [0, 3],
        [4, 6],
      ],
    ],
    ['one-error', 'getx', 'getAccount', [[0, 3]]],
    ['one-error', 'gteacc', 'getAccount', [[0, 6]]],
    ['one-error', 'retacc', 'getAccount', [[0, 6]]],
    ['one-error', 'accxunt', 'getAccount', [[3, 10]]],
    ['two-errors', 'gecaccxunt', 'getAccount', [[0, 10]]],
    [
      'abbreviation',
      'geac',
      'getAccount',
      [
        [0, 2],
        [3, 5],
      ],
    ],
    [
      'initials',
      'gA',
      'getAccount',
      [
        [0, 1],
        [3, 4],
      ],
    ],
    [
      'initials',
      'hf',
      'react-hook-form',
      [
        [6, 7],
        [11, 12],
      ],
    ],
    ['inside', 'coun', 'getAccount', [[5, 9]]],
    [
      'word-parts',
      'reform',
      'react-hook-form',
      [
        [0, 2],
        [11, 15],
      ],
    ],
    [
      'subsequence',
      'gtct',
      'getAccount',
      [
        [0, 1],
        [2, 3],
        [5, 6],
        [9, 10],
      ],
    ],
    ['extension', 'ts', 'lib/pkg.ts', [[8, 10]]],
  ])('finds in the band %s: %s in %s', (band, query, text, ranges) => {
    const [match] = createIndex([text]).search(query).matches;
    expect(match).toMatchObject({ band, ranges });
    expect(BANDS).toContain(match?.band);
  });

  it('stops at the band that it is told is the last', () => {
    const list = ['main', 'mainly', 'the main', 'domain', 'm-a-i-n', 'mxaxixn'];
    expect(found('main', list, { loosest: 'prefix' })).toEqual(['main', 'mainly']);
    expect(found('main', list, { loosest: 'inside' })).toEqual([
      'main',
      'mainly',
      'the main',
      'm-a-i-n',
      'domain',
    ]);
    expect(createIndex(list, { loosest: 'word-start' }).search('main').total).toBe(3);
  });

  it('leaves later bands alone once there are enough matches, and says which it looked at', () => {
    const beginnings = ['main1', 'main2', 'main3'];
    const index = createIndex([...beginnings, 'the main', 'domain', 'm-a-i-n'], { enough: 4 });
    expect(index.search('main')).toMatchObject({ total: 4, consulted: 'word-start' });
    expect(index.search('main1')).toMatchObject({ total: 1, consulted: 'extension' });
    expect(index.search('main', { accept: (candidate) => candidate !== 'main2' })).toMatchObject({
      total: 4,
      consulted: 'initials',
    });
    const all = createIndex([...beginnings, 'the main', 'domain', 'mrain'], { enough: Infinity });
    expect(all.search('main')).toMatchObject({ total: 6, consulted: 'extension' });
    expect(createIndex(beginnings, { enough: 0 }).search('ain')).toMatchObject({
      total: 0,
      consulted: 'word-start',
    });
    expect(createIndex(beginnings, { loosest: 'folded' }).search('ain').consulted).toBe('folded');
  });

  it('forgives no typing error while something is the query from end to end', () => {
    const index = createIndex(['ns-4999', 'ns-4998', 'ns-499']);
    expect(found('ns-4999', ['ns-4999', 'ns-4998'])).toEqual(['ns-4999']);
    expect(index.search('NS-4999').total).toBe(1);
    expect(index.search('ns-4997').matches.map(({ band }) => band)).toEqual([
      'one-error',
      'one-error',
      'one-error',
    ]);
    // What may not be seen forbids nothing, and is not betrayed by what is missing.
    expect(index.search('ns-4999', { accept: (candidate) => candidate !== 'ns-4999' }).total).toBe(2);
  });

  it('weighs candidates that have no weight of their own as the option says', () => {
    const list = ['a', 'b', { value: 'c', weight: 1 }, { value: 'd', weight: Number.NaN }];
    const weights = [0, 2, 9, 3];
    const index = createIndex<CandidateInput>(list, { weight: (_, position) => weights[position] ?? 0 });
    expect(index.search('').matches.map(({ text }) => text)).toEqual(['b', 'c', 'a', 'd']);
    expect(found<CandidateInput>('', ['x', 'y'], { weight: () => Number.NaN })).toEqual(['x', 'y']);
  });

  it('takes any number for limit and offset', () => {
    const index = createIndex(['a1', 'a2', 'a3']);
    const page = (limit: number, offset: number): unknown[] =>
      index.search('a', { limit, offset }).matches.map(({ candidate }) => candidate);
    expect(page(1.9, 1.9)).toEqual(['a2']);
    expect(page(-1, 0)).toEqual([]);
    expect(page(Number.NaN, 0)).toEqual([]);
    expect(page(5, -3)).toEqual(['a1', 'a2', 'a3']);
    expect(page(Infinity, Infinity)).toEqual([]);
    expect(index.search('a', { limit: 0 }).total).toBe(3);
  });

  it('asks for acceptance only where it matters, once for each match', () => {
    const asked: string[] = [];
    const accept = (candidate: string): boolean => asked.push(candidate) > 0 && candidate !== 'ab';
    expect(createIndex(['ab', 'abc', 'xyz']).search('ab', { accept })).toMatchObject({ total: 1 });
    expect(asked).toEqual(['ab', 'abc']);
  });

  it('long beginnings that many values share are told apart to the last character', () => {
    const shared = 'service-catalogue-of-the-whole-company-in-europe';
    const values = Array.from({ length: 300 }, (_, i) => `${i % 2 === 0 ? '' : 'old '}${shared}-${i}`);
    const index = createIndex(values, { loosest: 'prefix' });
    for (const end of ['', '-1', '-12', '-12 ', '-298', '-299', '-300']) {
      const query = shared + end;
      const right = values.filter((value) => value.startsWith(query.trim()));
      const { matches, total } = index.search(query, { limit: 5 });
      expect(total).toBe(right.length);
      expect(matches.map(({ candidate }) => candidate)).toEqual(
        right.toSorted((a, b) => a.length - b.length).slice(0, 5),
      );
    }
    // Without the fuzzy bands nothing is only counted.
    const best = createIndex(values).search(`${shared}-1`, { limit: 60 });
    expect(best.matches.filter(({ band }) => band === 'prefix')).toHaveLength(55);
  });
});
