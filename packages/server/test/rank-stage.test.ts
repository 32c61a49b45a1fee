import type { CandidateInput } from '@mcp-typeahead/rank';
import { describe, expect, it } from 'vitest';
import type { Readings } from '../src/completer/readings.js';
import type { Ranked } from '../src/pipeline/rank.js';
import { RankStage } from '../src/pipeline/rank.js';

const answer = { candidates: ['alpha', 'beta', 'gamma'], complete: true, total: undefined, dropped: 0 };
const asked = {
  answer,
  query: 'a',
  limit: 100,
  options: { readings: undefined, weight: undefined },
  isRanked: false,
  accept: undefined,
  signal: undefined,
};
const valuesOf = ({ matches }: Ranked): CandidateInput[] => matches.map(({ candidate }) => candidate);
const byPosition = (_: unknown, position: number): number => position + 1;
const never = (): Promise<Readings> => new Promise(() => undefined);

describe('the rank stage', () => {
  it('ranks once for a crowd that asks the same of one answer', async () => {
    const stage = new RankStage();
    const first = await stage.rank(asked);
    expect(valuesOf(first)[0]).toBe('alpha');
    expect(await stage.rank(asked)).toBe(first);
  });

  it('ranks again for another text, another limit or another answer', async () => {
    const stage = new RankStage();
    const first = await stage.rank(asked);
    expect((await stage.rank({ ...asked, limit: 1 })).matches).toHaveLength(1);
    expect(valuesOf(await stage.rank({ ...asked, query: 'beta' }))[0]).toBe('beta');
    const others = { ...answer, candidates: ['apple'] };
    expect(valuesOf(await stage.rank({ ...asked, answer: others }))).toEqual(['apple']);
    expect(await stage.rank(asked)).toEqual(first);
  });

  it('keeps nothing of a search that depends on who asks', async () => {
    const stage = new RankStage();
    const seenBy = async (...hidden: string[]) =>
      valuesOf(await stage.rank({ ...asked, accept: (candidate) => !hidden.includes(candidate as string) }));
    const all = valuesOf(await stage.rank(asked));
    expect(await seenBy('alpha')).not.toContain('alpha');
    expect(await seenBy('beta')).toContain('alpha');
    expect(await seenBy('beta')).not.toContain('beta');
    expect(valuesOf(await stage.rank(asked))).toEqual(all);
  });

  it('says of each match how it came to its place', async () => {
    const { matches } = await new RankStage().rank({ ...asked, query: 'be' });
    expect(matches[0]?.match).toMatchObject({ band: 'prefix', field: 'value', text: 'beta' });
  });

  it('finds by readings, which are loaded once, with the first request', async () => {
    let loads = 0;
    const load = async (): Promise<Readings> => {
      loads += 1;
      return (text) => (text === 'beta' ? ['second'] : []);
    };
    const stage = new RankStage();
    const request = { ...asked, query: 'sec', options: { readings: { load }, weight: undefined } };
    const both = await Promise.all([stage.rank(request), stage.rank({ ...request, query: 'seco' })]);
    expect(both.map(valuesOf)).toEqual([['beta'], ['beta']]);
    expect(both[0].matches[0]).toMatchObject({ ranges: [], match: { field: 'reading' } });
    await stage.rank({ ...request, query: 'second' });
    expect(loads).toBe(1);
  });

  it('asks again for readings that could not be loaded', async () => {
    let loads = 0;
    const load = (): Readings => {
      loads += 1;
      if (loads === 1) throw new Error('no such file');
      return () => ['second'];
    };
    const stage = new RankStage();
    const request = { ...asked, options: { readings: { load }, weight: undefined } };
    await expect(stage.rank(request)).rejects.toThrow('no such file');
    expect((await stage.rank({ ...request, query: 'sec' })).total).toBe(3);
  });

  it('puts what weighs more first, by its own weight or the one that the option gives', async () => {
    const candidates = ['ab', { value: 'ac', weight: 2 }, 'ad'];
    const ranked = await new RankStage().rank({
      ...asked,
      answer: { ...answer, candidates },
      options: { readings: undefined, weight: byPosition },
    });
    expect(valuesOf(ranked).map((found) => (typeof found === 'string' ? found : found.value))).toEqual([
      'ad',
      'ac',
      'ab',
    ]);
  });

  it('does not wait any longer than who asks', async () => {
    const controller = new AbortController();
    const request = { ...asked, options: { readings: { load: never }, weight: undefined } };
    const gone = new RankStage().rank({ ...request, signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
  });
});
