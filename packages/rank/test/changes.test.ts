import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CandidateInput, IndexChanges } from '../src/index.js';
import { RankError, createIndex } from '../src/index.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, candidates, options, texts } from './arbitraries.js';
import { thrown } from './thrown.js';

const valueOf = (candidate: CandidateInput): string =>
  typeof candidate === 'string' ? candidate : candidate.value;

/** The list that a change leaves. */
function changed(list: readonly CandidateInput[], { add = [], remove }: IndexChanges): CandidateInput[] {
  const isRemoved = (candidate: CandidateInput): boolean =>
    typeof remove === 'function' ? remove(candidate) : (remove?.includes(valueOf(candidate)) ?? false);
  return [...list.filter((candidate) => !isRemoved(candidate)), ...add];
}

describe.each([
  { kind: 'all kinds', characters: ANY_CHARACTERS },
  { kind: 'few characters', characters: FEW_CHARACTERS },
])('an index with changes, of $kind', ({ characters }) => {
  const listOf = (maxLength: number): fc.Arbitrary<CandidateInput[]> =>
    fc.array(candidates(characters, 7), { maxLength });
  const changes: fc.Arbitrary<IndexChanges> = fc.record(
    {
      add: listOf(5),
      remove: fc.oneof(
        fc.array(texts(characters, 3), { maxLength: 5 }),
        fc.nat(6).map((odd) => (candidate: CandidateInput) => (valueOf(candidate).length * 5) % 7 === odd),
      ),
    },
    { requiredKeys: [] },
  );

  it('answers like a fresh index of the changed list, after each of many changes, and so does the one before', () => {
    fc.assert(
      fc.property(
        listOf(40),
        fc.array(changes, { minLength: 1, maxLength: 8 }),
        fc.array(texts(characters, 5), { minLength: 1, maxLength: 4 }),
        options(characters),
        (list, steps, queries, more) => {
          let now = list;
          let index = createIndex(list, more);
          for (const step of steps) {
            const old = index;
            const oldAnswers = queries.map((query) => old.search(query));
            now = changed(now, step);
            index = old.with(step);
            expect(index.size).toBe(now.length);
            const fresh = createIndex(now, more);
            for (const [i, query] of queries.entries()) {
              const page = { limit: 7, offset: i };
              expect(index.search(query, page)).toEqual(fresh.search(query, page));
              expect(index.search(query)).toEqual(fresh.search(query));
              expect(old.search(query)).toEqual(oldAnswers[i]);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('an index with changes', () => {
  it('leaves nothing of what was removed, though it was found before', () => {
    const index = createIndex(['alpha', 'alpine', 'beta']);
    expect(index.search('alp').total).toBe(2);
    const after = index.with({ remove: ['alpha', 'gamma'] });
    expect(after.search('alp')).toMatchObject({ matches: [{ candidate: 'alpine' }], total: 1 });
    expect(after.search('').total).toBe(2);
    expect(index.search('alp').total).toBe(2);
  });

  it('puts what is added in its place by weight and length, and last among equals', () => {
    const index = createIndex([{ value: 'ab1' }, { value: 'ab22', weight: 1 }]).with({
      add: [{ value: 'ab0' }, { value: 'ab333', weight: 2 }, { value: 'ab' }],
    });
    expect(index.search('ab').matches.map(({ candidate }) => candidate.value)).toEqual([
      'ab',
      'ab333',
      'ab22',
      'ab1',
      'ab0',
    ]);
    expect(index.search('').matches.map(({ candidate }) => candidate.value)).toEqual([
      'ab333',
      'ab22',
      'ab1',
      'ab0',
      'ab',
    ]);
  });

  it('asks the options for what is new only', () => {
    const asked: string[] = [];
    const readings = (text: string): string[] => (asked.push(text), [`read ${text}`]);
    const weight = (candidate: string): number => (asked.push(`weight of ${candidate}`), 0);
    const values = Array.from({ length: 1000 }, (_, i) => `old ${i}`);
    const index = createIndex(values, { readings, weight });
    asked.length = 0;
    expect(index.with({ add: ['two'] }).search('read two').total).toBe(1);
    expect(asked.toSorted()).toEqual(['two', 'weight of two']);
  });

  it('refuses what createIndex refuses, and is as it was', () => {
    const index = createIndex<CandidateInput>(['one']);
    const error = thrown(() => index.with({ add: ['two', 7 as unknown as string] }));
    expect(error).toBeInstanceOf(RankError);
    expect(error).toMatchObject({
      code: 'invalid-candidate',
      message: expect.stringContaining('Candidate 1'),
    });
    expect(index.search('').total).toBe(1);
  });

  it('costs what the changes are, not what the list is', () => {
    const values = Array.from({ length: 100_000 }, (_, i) => `service-${i % 977}-of-${i}`);
    const start = process.cpuUsage();
    let index = createIndex(values);
    const building = process.cpuUsage(start).user;
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i++) index = index.with({ add: [`new-${i}`], remove: [`service-${i}-of-${i}`] });
    const changing = process.cpuUsage(before).user;
    expect(index.size).toBe(100_000);
    expect(index.search('new-19').matches[0]?.candidate).toBe('new-19');
    // Twenty changes of two values each: less than making the list once.
    expect(changing).toBeLessThan(building + 50_000);
  });
});
