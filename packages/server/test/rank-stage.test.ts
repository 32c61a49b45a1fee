import { describe, expect, it } from 'vitest';
import { RankStage } from '../src/pipeline/rank.js';

const answer = { candidates: ['alpha', 'beta', 'gamma'], complete: true, total: undefined, dropped: 0 };
const asked = { answer, query: 'a', limit: 100, isRanked: false, accept: undefined };

describe('the rank stage', () => {
  it('ranks once for a crowd that asks the same of one answer', () => {
    const stage = new RankStage();
    const first = stage.rank(asked);
    expect(first.matches.map(({ candidate }) => candidate)[0]).toBe('alpha');
    expect(stage.rank(asked)).toBe(first);
  });

  it('ranks again for another text, another limit or another answer', () => {
    const stage = new RankStage();
    const first = stage.rank(asked);
    expect(stage.rank({ ...asked, limit: 1 }).matches).toHaveLength(1);
    expect(stage.rank({ ...asked, query: 'beta' }).matches[0]?.candidate).toBe('beta');
    const others = { ...answer, candidates: ['apple'] };
    expect(stage.rank({ ...asked, answer: others }).matches.map(({ candidate }) => candidate)).toEqual([
      'apple',
    ]);
    expect(stage.rank(asked)).toEqual(first);
  });

  it('keeps nothing of a search that depends on who asks', () => {
    const stage = new RankStage();
    const seenBy = (...hidden: string[]) =>
      stage
        .rank({ ...asked, accept: (candidate) => !hidden.includes(candidate as string) })
        .matches.map(({ candidate }) => candidate);
    const all = stage.rank(asked).matches.map(({ candidate }) => candidate);
    expect(seenBy('alpha')).not.toContain('alpha');
    expect(seenBy('beta')).toContain('alpha');
    expect(seenBy('beta')).not.toContain('beta');
    expect(stage.rank(asked).matches.map(({ candidate }) => candidate)).toEqual(all);
  });
});
