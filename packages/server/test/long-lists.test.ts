import { completer, createCompletions, list, values, type CandidateInput } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../src/pipeline/build-index.js';
import { RankStage } from '../src/pipeline/rank.js';
import { promptParams } from './support/raw-client.js';

const names = (count: number, prefix = 'name'): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
const plain = { readings: undefined, weight: undefined };
const broken = {
  ...plain,
  readings: (): never => {
    throw new Error('broken');
  },
};
const endless = new AbortController().signal;

/** How long the longest wait between two turns of the event loop is while something is done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  });
  await work();
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

describe('a long list', () => {
  it('is indexed in turns: the whole takes far longer than the longest of them', async () => {
    const candidates = names(60_000);
    const start = performance.now();
    const longest = await longestTurn(() => buildIndex(candidates, plain));
    expect(longest).toBeLessThan((performance.now() - start) / 2);
  });

  it('is answered like a short one, weights and readings included', async () => {
    const many = names(12_000);
    const probe = testCompleter(
      values(many, {
        weight: (_, position) => position,
        readings: (text) => (text === 'name-5' ? ['five'] : []),
      }),
    );
    expect((await probe.complete('fiv')).values).toEqual(['name-5']);
    expect((await probe.complete('name-')).values[0]).toBe('name-11999');
  });

  it('is indexed once for all who ask meanwhile, also when the first of them leaves', async () => {
    let calls = 0;
    const readings = (text: string): string[] => {
      if (text === 'name-0') calls += 1;
      return [];
    };
    const completions = createCompletions({
      prompts: { p: { a: list(() => names(3_000), { readings }), b: values(names(3_000), { readings }) } },
    });
    for (const argument of ['a', 'b']) {
      calls = 0;
      const controller = new AbortController();
      const ask = (signal?: AbortSignal) =>
        completions.complete({
          params: promptParams('p', argument, 'name-1'),
          era: 'legacy',
          ...(signal && { signal }),
        });
      const first = ask(controller.signal);
      const others = [ask(), ask()];
      controller.abort(new Error('gone'));
      await expect(first).rejects.toThrow('gone');
      for (const { completion } of await Promise.all(others)) expect(completion.values[0]).toBe('name-1');
      expect(calls).toBe(1);
    }
  });

  it('that has changed a little is answered as if it were new', async () => {
    let version = 1;
    let current: CandidateInput[] = names(12_000);
    const source = { kind: 'list', load: () => current, version: () => version } as const;
    const probe = testCompleter(completer(source));
    expect((await probe.complete('name-7')).values[0]).toBe('name-7');
    for (const [removed, added] of [
      ['name-7', 'nome'],
      ['name-70', 'name-7'],
    ] as const) {
      version += 1;
      current = [...current.filter((name) => name !== removed), added];
      for (const typed of ['name-7', 'nome', 'nam', '']) {
        const fresh = await testCompleter(values(current)).complete(typed);
        const changed = await probe.complete(typed);
        expect(changed.result.completion).toEqual(fresh.result.completion);
      }
    }
  });

  it('takes what it can from the index of the list before it', async () => {
    const read: string[] = [];
    const options = { ...plain, readings: (text: string) => (read.push(text), []) };
    const stage = new RankStage();
    const before = names(3_000);
    await stage.prepare(before, options, { before: undefined, signal: endless });
    expect(read).toHaveLength(3_000);
    read.length = 0;
    const after = [...before.slice(1), 'new'];
    await stage.prepare(after, options, { before, signal: endless });
    expect(read).toEqual(['new']);
  });

  it('whose making is no longer wanted is left', async () => {
    const controller = new AbortController();
    const preparing = new RankStage().prepare(names(100_000), plain, {
      before: undefined,
      signal: controller.signal,
    });
    controller.abort(new Error('gone'));
    await expect(preparing).rejects.toThrow('gone');
  });

  it('that cannot be indexed fails where it is ranked', async () => {
    const stage = new RankStage();
    const candidates = names(3_000);
    await stage.prepare(candidates, broken, { before: undefined, signal: endless });
    const answer = { candidates, complete: true, total: undefined, dropped: 0 };
    const asked = { answer, query: 'n', limit: 1, isRanked: false, accept: undefined, signal: undefined };
    await expect(stage.rank({ ...asked, options: broken })).rejects.toMatchObject({
      code: 'invalid-readings',
    });
  });
});
