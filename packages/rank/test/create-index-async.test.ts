import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { RankError, createIndex, createIndexAsync } from '../src/index.js';
import { ANY_CHARACTERS, FEW_CHARACTERS, lists, options, texts } from './arbitraries.js';

/** Enough to take much longer than one turn may. */
const MANY: readonly string[] = Array.from({ length: 60_000 }, (_, i) => `Service ${i % 977} of région ${i}`);

/** The longest time in which nothing else had its turn, while something is made. */
async function longestTurnMs(make: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let before = performance.now();
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isDone) setImmediate(turn);
  };
  turn();
  await make();
  isDone = true;
  return longest;
}

function unreadable(): never {
  throw new Error('no dictionary');
}

describe('createIndexAsync', () => {
  it.each([
    { kind: 'all kinds', characters: ANY_CHARACTERS },
    { kind: 'few characters', characters: FEW_CHARACTERS },
  ])('makes what createIndex makes, of texts of $kind', async ({ characters }) => {
    await fc.assert(
      fc.asyncProperty(
        lists(characters),
        texts(characters, 5),
        options(characters),
        async (list, query, more) => {
          const index = await createIndexAsync(list, more);
          expect(index.size).toBe(list.length);
          expect(index.search(query)).toEqual(createIndex(list, more).search(query));
        },
      ),
    );
  });

  it('makes what createIndex makes of a long list too', async () => {
    const index = await createIndexAsync(MANY);
    const right = createIndex(MANY);
    for (const query of ['service 12 of', 'REGION 599', 'sevice 97', 's9r', 'xyz'])
      expect(index.search(query, { limit: 50 })).toEqual(right.search(query, { limit: 50 }));
  });

  it('lets others have their turn', async () => {
    // Of three the best: the machine may be busy with something else.
    const longest = [];
    for (let i = 0; i < 3; i++) longest.push(await longestTurnMs(() => createIndexAsync(MANY)));
    expect(Math.min(...longest)).toBeLessThan(60);
  });

  it('does not follow changes of the list while it works', async () => {
    const list = MANY.slice();
    const making = createIndexAsync(list);
    list.fill('other');
    list.length = 1;
    const index = await making;
    expect(index.size).toBe(MANY.length);
    expect(index.search('other').total).toBe(0);
  });

  it('stops when it is aborted, with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const making = createIndexAsync(MANY, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(making).rejects.toBe(reason);
    await expect(createIndexAsync(['a'], { signal: controller.signal })).rejects.toBe(reason);
  });

  it('asks for nothing once it is aborted', async () => {
    const controller = new AbortController();
    const readings = vi.fn<() => string[]>(() => []);
    const making = createIndexAsync(MANY, { signal: controller.signal, readings });
    controller.abort();
    await expect(making).rejects.toMatchObject({ name: 'AbortError' });
    const calls = readings.mock.calls.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(readings.mock.calls.length).toBe(calls);
    expect(calls).toBeLessThan(MANY.length);
  });

  it('rejects with what createIndex throws', async () => {
    const making = createIndexAsync(['fine', 7 as unknown as string]);
    await expect(making).rejects.toBeInstanceOf(RankError);
    await expect(making).rejects.toMatchObject({ code: 'invalid-candidate' });
    await expect(createIndexAsync(['fine'], { readings: unreadable })).rejects.toMatchObject({
      code: 'invalid-readings',
    });
  });
});
