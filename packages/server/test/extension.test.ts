import { list, values } from '@mcp-typeahead/server';
import { extensionKey, type ExtensionResult } from '@mcp-typeahead/protocol';
import { describe, expect, it } from 'vitest';
import { promptParams } from './support/raw-client.js';
import { ada, setUp } from './support/set-up.js';

const asking = (params: object, extension: object) => ({ ...params, _meta: { [extensionKey]: extension } });

const itemsIn = (meta: object | undefined): ExtensionResult['items'] =>
  (meta as Record<string, ExtensionResult | undefined> | undefined)?.[extensionKey]?.items;

describe('our extension', () => {
  it('describes each value when asked, in either era', async () => {
    const { ask } = setUp({
      prompts: { p: { a: [{ value: 'P0', title: 'Critical', description: 'Down' }, 'P1'] } },
    });
    const result = await ask(asking(promptParams('p', 'a', 'p'), { items: true }), ada, 'modern');
    expect(result).toEqual({
      completion: { values: ['P0', 'P1'], total: 2, hasMore: false },
      resultType: 'complete',
      _meta: {
        [extensionKey]: {
          items: [{ title: 'Critical', description: 'Down', ranges: [[0, 1]] }, { ranges: [[0, 1]] }],
          ttlMs: 300_000,
          cacheScope: 'public',
        },
      },
    });
    expect(await ask(promptParams('p', 'a', 'p'), ada)).not.toHaveProperty('_meta');
  });

  it('says how each value came to its place, when asked', async () => {
    const { ask } = setUp({
      prompts: {
        p: {
          a: values([{ value: 'P0', title: 'Critical', aliases: ['urgent'] }, 'urge', 'P1'], {
            readings: (text) => (text === 'P1' ? ['urban'] : []),
          }),
        },
      },
    });
    const { _meta } = await ask(asking(promptParams('p', 'a', 'ur'), { explain: true }), ada);
    expect(itemsIn(_meta)?.map(({ match }) => match)).toEqual([
      { band: 'prefix', score: expect.any(Number), field: 'value', text: 'urge', ranges: [[0, 2]] },
      { band: 'prefix', score: expect.any(Number), field: 'alias', text: 'urgent', ranges: [[0, 2]] },
      { band: 'prefix', score: expect.any(Number), field: 'reading', text: 'P1', ranges: [] },
    ]);
    const empty = await ask(asking(promptParams('p', 'a', ''), { explain: true }), ada);
    expect(empty._meta?.[extensionKey]).toMatchObject({
      items: [
        { title: 'Critical', match: { score: 0, field: 'value', text: 'P0', ranges: [] } },
        { match: { text: 'urge' } },
        { match: { text: 'P1' } },
      ],
    });
  });

  it('explains the part after the last separator, and nothing of what is secret or was ranked elsewhere', async () => {
    const { ask } = setUp({
      prompts: {
        p: {
          list: values(['docs', 'data'], { separator: ',' }),
          secret: values([{ value: 'docs', aliases: ['papers'] }], { sensitive: { minLength: 1 } }),
          ranked: values(['docs'], { ranked: true }),
        },
      },
    });
    const itemsOf = async (argument: string, value: string) => {
      const { _meta } = await ask(asking(promptParams('p', argument, value), { explain: true }), ada);
      return itemsIn(_meta);
    };
    expect(await itemsOf('list', 'data,do')).toMatchObject([
      { ranges: [[5, 7]], match: { text: 'docs', ranges: [[0, 2]] } },
    ]);
    expect(await itemsOf('secret', 'doc')).toEqual([{ ranges: [[0, 3]] }]);
    expect(await itemsOf('ranked', 'doc')).toEqual([{}]);
  });

  it('sends fewer values when asked, and counts on', async () => {
    const { ask } = setUp({ prompts: { p: { a: ['a', 'b', 'c'] } } });
    for (const [limit, count] of [
      [2, 2],
      [1_000, 3],
      [0, 3],
      [-1, 3],
      ['2', 3],
      [null, 3],
    ] as const) {
      const { completion, _meta } = await ask(asking(promptParams('p', 'a'), { limit }), ada);
      expect(completion).toEqual({ values: ['a', 'b', 'c'].slice(0, count), total: 3, hasMore: count < 3 });
      expect(_meta?.[extensionKey]).not.toHaveProperty('items');
    }
  });

  it('ignores a request for it that it does not understand', async () => {
    const { ask } = setUp({ prompts: { p: { a: ['a'] } } });
    for (const extension of [null, [], 'items', 1]) {
      expect(await ask(asking(promptParams('p', 'a'), extension as never), ada)).not.toHaveProperty('_meta');
    }
  });

  it('says how fresh and how private an answer is, and what it stands in for', async () => {
    let calls = 0;
    const source = list(
      () => {
        calls += 1;
        return calls === 1 ? ['a'] : Promise.reject(new Error('down'));
      },
      { cache: { ttlMs: 1_000, staleMs: 1_000 } },
    );
    const { ask, clock } = setUp({ prompts: { p: { a: source } }, policy: { onSourceFailure: 'empty' } });
    const freshness = async () => (await ask(asking(promptParams('p', 'a'), {}), ada))._meta?.[extensionKey];
    expect(await freshness()).toEqual({ ttlMs: 1_000, cacheScope: 'private' });
    await clock.advance(400);
    expect(await freshness()).toEqual({ ttlMs: 600, cacheScope: 'private' });
    await clock.advance(1_000);
    expect(await freshness()).toEqual({ ttlMs: 0, cacheScope: 'private', degraded: 'stale' });
    await clock.advance(1_000);
    expect(await freshness()).toEqual({ ttlMs: 0, cacheScope: 'private', degraded: 'source-error' });
  });
});
