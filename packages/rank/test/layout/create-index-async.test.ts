import { describe, expect, it } from 'vitest';
import { createIndex, createIndexAsync } from '../../src/index.js';
import type { CandidateInput, RankError } from '../../src/index.js';

const MANY = Array.from({ length: 60_000 }, (_, i) => `name-${i}/part${i % 7}`);

describe('createIndexAsync', () => {
  it('makes the index that createIndex makes', async () => {
    const list: CandidateInput[] = [
      'Zürich',
      { value: 'b', title: 'Bern', aliases: ['Berne'], weight: 2 },
      'bonn',
    ];
    const options = { readings: (text: string) => [`x${text}`], weight: () => 1, enough: 5 };
    const [index, other] = [await createIndexAsync(list, options), createIndex(list, options)];
    for (const query of ['', 'b', 'ber', 'xb', 'zuri'])
      expect(index.search(query)).toEqual(other.search(query));
    expect(index.size).toBe(3);
  });

  it('lets others have their turn, many times while a long list is worked on', async () => {
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns++;
      if (!isDone) setTimeout(count);
    };
    setTimeout(count);
    const index = await createIndexAsync(MANY);
    isDone = true;
    expect(index.size).toBe(MANY.length);
    expect(turns).toBeGreaterThan(3);
  });

  it('keeps the list as it was, whatever happens to it in between', async () => {
    const list: CandidateInput[] = MANY.slice(0, 20_000);
    list.push({ value: 'the-last', title: 'As it was' });
    const promise = createIndexAsync(list);
    list.fill('changed');
    const index = await promise;
    expect(index.search('changed').total).toBe(0);
    expect(index.search('as it was').total).toBe(1);
  });

  it('rejects with the reason of a signal, before it begins and in the middle', async () => {
    const reason = new Error('not wanted any more');
    await expect(createIndexAsync(['a'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const promise = createIndexAsync(MANY, { signal: controller.signal });
    setTimeout(() => controller.abort(reason));
    await expect(promise).rejects.toBe(reason);
  });

  it('rejects with what createIndex throws', async () => {
    const bad = ['a', { title: 'no value' }] as unknown as CandidateInput[];
    await expect(createIndexAsync(bad)).rejects.toMatchObject({
      code: 'invalid-candidate',
    } satisfies Partial<RankError>);
  });
});
