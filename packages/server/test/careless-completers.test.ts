import { createCompletions, lookup } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { promptParams } from './support/raw-client.js';
import { setUp } from './support/set-up.js';

const claimed = async (reply: object) =>
  (await testCompleter(lookup((() => reply) as never)).complete('')).result.completion;

const careless: [what: string, returned: () => unknown, shown: string[]][] = [
  ['a string', () => 'text', ['text']],
  ['a number', () => 42, ['42']],
  ['null', () => null, []],
  ['nothing', () => undefined, []],
  ['numbers and booleans', () => [1, 2.5, true, 10n], ['1', '2.5', 'true', '10']],
  ['duplicates', () => ['a', 'b', 'a', { value: 'b', title: 'B' }], ['a', 'b']],
  ['things that are no values among values', () => ['a', null, undefined, {}, [], () => 1, 'b'], ['a', 'b']],
  [
    'candidates with members of wrong types',
    () => [{ value: 1, title: 5, aliases: ['x', 6], weight: NaN }],
    ['1'],
  ],
  ['a Set', () => new Set(['a', 'b']), ['a', 'b']],
  [
    'a generator',
    function* () {
      yield 'a';
      yield 'b';
    },
    ['a', 'b'],
  ],
  ['the shape of the wire', () => ({ values: ['a'], total: undefined, hasMore: undefined }), ['a']],
  ['an empty string', () => [''], ['']],
];

describe('a careless completer', () => {
  it.each(careless)('that returns %s still gives a list', async (_what, returned, shown) => {
    for (const source of [() => returned(), async () => Promise.resolve(returned())]) {
      const { ask } = setUp({ prompts: { p: { a: lookup(source as never, { cache: false }) } } });
      expect((await ask(promptParams('p', 'a'))).completion.values).toEqual(shown);
    }
  });

  it('that returns undefined is told of once, for a return was probably forgotten; null is told of never', async () => {
    const forgetful = lookup((() => undefined) as never, { cache: false });
    const empty = lookup((() => null) as never, { cache: false });
    const { ask, errors } = setUp({ prompts: { p: { a: forgetful, b: forgetful, c: empty } } });
    for (const name of ['a', 'a', 'b', 'c', 'c']) {
      expect((await ask(promptParams('p', name))).completion).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
    }
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'invalid-result',
        message: expect.stringMatching(/^prompt "p", argument "a": .*undefined.*`return`/),
      }),
    ]);
  });

  it.each([
    [1, '1 of the candidates is neither text nor an object with a value, and was left out'],
    [2, '2 of the candidates are neither text nor an object with a value, and were left out'],
  ])('that returns %s rows without a value is told of how many', async (count, message) => {
    const rows = ['a', ...Array.from({ length: count }, (_, id) => ({ id }))];
    const { ask, errors } = setUp({ prompts: { p: { a: lookup((() => rows) as never) } } });
    expect((await ask(promptParams('p', 'a'))).completion.values).toEqual(['a']);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
  });

  it.each([
    ['an async iterable', (async function* () {})()],
    ['an object without candidates', { results: [] }],
    ['a function', () => []],
    ['a list that is none', { candidates: 'text' }],
  ])('that returns %s is told so by name, in the log', async (_what, returned) => {
    const errors: unknown[] = [];
    const completions = createCompletions({
      prompts: { p: { a: lookup((() => returned) as never) } },
      onError: (error) => errors.push(error),
    });
    const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    await expect(completions.complete({ params, era: 'legacy' })).rejects.toMatchObject({ code: -32603 });
    expect(errors).toMatchObject([
      { code: 'invalid-result', message: expect.stringContaining('prompt "p", argument "a"') },
    ]);
  });

  it('that returns 10,000 values is ranked, counted and cut', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `v${at}`);
    const { values: shown, total, hasMore } = await testCompleter(lookup(() => many)).complete('v9999');
    expect([shown[0], total, hasMore]).toEqual(['v9999', 1, false]);
    const all = await testCompleter(lookup(() => many)).complete('');
    expect([all.values.length, all.total, all.hasMore]).toEqual([100, 10_000, true]);
  });

  it('whose generator never ends does not take the process along', async () => {
    const endless = lookup(
      () =>
        (function* () {
          for (let at = 0; ; at += 1) yield `v${at}`;
        })() as never,
    );
    const { values: shown, total, hasMore } = await testCompleter(endless).complete('');
    expect([shown.length, total, hasMore]).toEqual([100, undefined, true]);
  });

  it('that claims a total it cannot have is not believed', async () => {
    expect(await claimed({ candidates: ['a', 'b'], total: 1 })).toEqual({
      values: ['a', 'b'],
      total: 2,
      hasMore: false,
    });
    expect(await claimed({ candidates: ['a', 'a'], complete: false, total: 9 })).toEqual({
      values: ['a'],
      hasMore: true,
    });
    expect(await claimed({ candidates: ['a', 'b'], complete: false, total: 2 })).toEqual({
      values: ['a', 'b'],
      hasMore: true,
    });
    expect(await claimed({ candidates: ['a'], complete: false, total: -1 })).toEqual({
      values: ['a'],
      hasMore: true,
    });
    expect(await claimed({ candidates: ['a'], complete: false, total: 9 })).toEqual({
      values: ['a'],
      total: 9,
      hasMore: true,
    });
    expect(await claimed({ candidates: ['a'], total: 9 })).toEqual({
      values: ['a'],
      total: 9,
      hasMore: true,
    });
  });

  it('whose count was made before we dropped something has no count', async () => {
    const source = lookup(() => ({ candidates: ['alpha', 'beta'], complete: false, total: 40 }));
    expect((await testCompleter(source).complete('al')).result.completion).toEqual({
      values: ['alpha'],
      hasMore: true,
    });
  });
});
