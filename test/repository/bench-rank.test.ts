import { describe, expect, test } from 'vitest';
import { inRepository } from '../support/paths.js';

interface Data {
  values: string[];
  weights: Float64Array;
}
interface Session {
  target: string;
  kind: string;
  typed: string;
}
interface Goal {
  met: boolean;
  text: string;
}
interface Outcome {
  kind: string;
  place: number;
  places?: number[];
  length: number;
}

const importBench = async <T>(path: string): Promise<T> =>
  (await import(inRepository(`bench/rank/${path}`))) as T;
const typing = await importBench<{
  kinds: string[];
  createSessions: (data: Data, options: { targets: number; seed: number }) => Session[];
  keystrokes: (sessions: Session[], seed: number) => string[];
}>('lib/typing.mjs');
const figures = await importBench<{
  reciprocalRank: (place: number) => number;
  keystrokesSaved: (places: number[], length: number) => number;
  quantile: (numbers: number[], q: number) => number;
  relevanceOf: (outcomes: Outcome[]) => { mrr: (number | undefined)[]; mean: number; saved: number };
  ratioOf: (theirs: number[], ours: number[], q: number) => number;
}>('lib/figures.mjs');
const { datasets, loadDataset } = await importBench<{
  datasets: Record<string, { isLarge?: boolean }>;
  loadDataset: (name: string) => Data;
}>('datasets/index.mjs');
const { speedGoals, relevanceGoals } = await importBench<{
  speedGoals: (dataset: string, ours: object, peers: object[]) => Goal[];
  relevanceGoals: (dataset: string, ours: object, peers: object[]) => Goal[];
}>('lib/goals.mjs');

const smallSets = Object.keys(datasets).filter((name) => !/-\d+m$/.test(name));

describe('the workload of bench:rank', () => {
  test.each(smallSets)('has %s at its full length, distinct, the most popular first', (name) => {
    const { values, weights } = loadDataset(name);
    expect(values).toHaveLength(Number(/-(\d+)k$/.exec(name)?.[1]) * 1_000);
    expect(new Set(values).size).toBe(values.length);
    expect(weights).toHaveLength(values.length);
    expect(weights.every((weight, i) => i === 0 || weight <= weights[i - 1]!)).toBe(true);
    expect(loadDataset(name).values.slice(0, 50)).toEqual(values.slice(0, 50));
  });

  test('is the same for the same seed, and another for another', () => {
    const data = loadDataset('npm-1k');
    const sessions = (seed: number) => typing.createSessions(data, { targets: 40, seed });
    expect(sessions(7)).toEqual(sessions(7));
    expect(sessions(7)).not.toEqual(sessions(8));
    expect(typing.keystrokes(sessions(7), 7)).toEqual(typing.keystrokes(sessions(7), 7));
  });

  test('types in every way, key by key', () => {
    const data = { values: ['react-hook-form', 'getUserName', 'Zürich'], weights: Float64Array.of(3, 2, 1) };
    const sessions = typing.createSessions(data, { targets: 3, seed: 1 });
    const typedFor = (target: string, kind: string) =>
      sessions.find((session) => session.target === target && session.kind === kind)?.typed;
    expect(new Set(sessions.map(({ kind }) => kind))).toEqual(new Set(typing.kinds));
    expect(typedFor('react-hook-form', 'prefix')).toBe('react-hoo');
    expect(typedFor('react-hook-form', 'initials')).toBe('rhf');
    expect(typedFor('getUserName', 'initials')).toBe('gun');
    expect(typedFor('react-hook-form', 'dropped letter')).toHaveLength(8);
    expect(typedFor('Zürich', 'initials')).toBeUndefined();
    expect(typedFor('Zürich', 'case or marks')).toMatch(/^[Zz]uri$/);
    expect('react-hook-form').toContain(typedFor('react-hook-form', 'inside'));
    const texts = typing.keystrokes(sessions, 1);
    expect(texts).toContain('r');
    expect(texts).toContain('rh');
    expect(texts).toHaveLength(sessions.reduce((sum, { typed }) => sum + Array.from(typed).length, 0));
  });
});

describe('the figures of bench:rank', () => {
  test.each([
    [0, 0],
    [1, 1],
    [4, 0.25],
    [10, 0.1],
    [11, 0],
  ])('count place %i as %f', (place, rank) => {
    expect(figures.reciprocalRank(place)).toBe(rank);
  });

  test('count the keys that need not be typed', () => {
    expect(figures.keystrokesSaved([0, 12, 9, 1], 10)).toBe(0.7);
    expect(figures.keystrokesSaved([0, 0, 0], 10)).toBe(0);
    expect(figures.keystrokesSaved([0, 0, 1], 2)).toBe(0);
  });

  test('weigh every kind of typing the same', () => {
    const [prefix, initials] = typing.kinds as [string, string];
    const outcomes = [
      { kind: prefix, place: 1, places: [1], length: 10 },
      { kind: prefix, place: 1, places: [1], length: 10 },
      { kind: prefix, place: 0, length: 10 },
      { kind: initials, place: 2, places: [0, 2], length: 10 },
    ];
    const { mrr, mean, saved } = figures.relevanceOf(outcomes);
    expect(mrr[0]).toBeCloseTo(2 / 3);
    expect(mrr.slice(1)).toEqual([0.5, undefined, undefined, undefined, undefined]);
    expect(mean).toBeCloseTo((2 / 3 + 0.5) / 2);
    expect(saved).toBeCloseTo((0.9 + 0.8) / 2);
  });

  test('compare engines on the keys that both were asked', () => {
    expect(figures.quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(figures.ratioOf([10, 10], [1, 1, 100, 100], 0.5)).toBe(10);
  });
});

const metOf = (goals: Goal[]) => goals.map(({ met }) => met);

describe('the goals of bench:rank', () => {
  const ours = { p50: 7, p95: 26, p99: 50, times: [1, 1], mean: 0.7, mrr: [0.8, 0.7, 0.8, 0.8, 0.7, 0.9] };

  test('are met or missed by the figures of the run', () => {
    expect(metOf(speedGoals('npm-1k', ours, []))).toEqual([true, false, true]);
    expect(speedGoals('npm-1k', ours, [])[1]?.text).toBe('26 µs, npm-1k p95 (goal: at most 25)');
    expect(speedGoals('npm-20k', ours, [])).toEqual([]);
  });

  test('compare with the best peer of each figure', () => {
    const peers = [{ times: [200, 200] }, { times: [130, 130] }];
    expect(metOf(speedGoals('npm-100k', ours, peers))).toEqual([true, true, true, true, true]);
    expect(metOf(speedGoals('npm-100k', ours, [...peers, { times: [90, 90] }])).slice(3)).toEqual([
      false,
      true,
    ]);
    expect(metOf(relevanceGoals('cities-20k', ours, [{ mean: 0.6 }, { mean: 0.71 }]))).toEqual([false]);
    expect(metOf(relevanceGoals('npm-20k', ours, [{ mean: 0.6 }]))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});
