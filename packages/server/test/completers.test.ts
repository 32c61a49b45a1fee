import type { CompleterOptions } from '@mcp-typeahead/server';
import {
  completable,
  completer,
  createCompletions,
  isCompleter,
  list,
  lookup,
  values,
} from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeClock, defer, settle } from './support/fake-clock.js';

const claimed = async (reply: object) =>
  (await testCompleter(lookup((() => reply) as never)).complete('')).result.completion;

const build = (input: unknown) => () => createCompletions({ prompts: { p: { a: input as never } } });

const callbackOf = (schema: object) =>
  (schema as Record<symbol, { complete: (value: string, context?: object) => Promise<string[]> }>)[
    Symbol.for('mcp.completable')
  ];

/** What a careless completer may return, and what becomes of it. */
const careless: [what: string, returned: unknown, shown: string[]][] = [
  ['a string', 'text', ['text']],
  ['a number', 42, ['42']],
  ['null', null, []],
  ['nothing', undefined, []],
  ['numbers and booleans', [1, 2.5, true, 10n], ['1', '2.5', 'true', '10']],
  ['duplicates', ['a', 'b', 'a', { value: 'b', title: 'B' }], ['a', 'b']],
  ['things that are no values among values', ['a', null, undefined, {}, [], () => 1, 'b'], ['a', 'b']],
  ['candidates with members of wrong types', [{ value: 1, title: 5, aliases: ['x', 6], weight: NaN }], ['1']],
  ['a Set', new Set(['a', 'b']), ['a', 'b']],
  [
    'a generator',
    (function* () {
      yield 'a';
      yield 'b';
    })(),
    ['a', 'b'],
  ],
  ['the shape of the wire', { values: ['a'], total: undefined, hasMore: undefined }, ['a']],
  ['an empty string', [''], ['']],
];

describe('a careless completer', () => {
  it.each(careless)('that returns %s still gives a list', async (_what, returned, shown) => {
    const clean = { policy: {}, clock: createFakeClock() };
    const probe = testCompleter(lookup((() => returned) as never), clean);
    expect((await probe.complete('')).values).toEqual(shown);
    expect(
      (await testCompleter(lookup((async () => Promise.resolve(returned)) as never)).complete('')).values,
    ).toBeDefined();
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

describe('construction', () => {
  const refused: [what: string, input: unknown, message: RegExp][] = [
    ['a number', 42, /prompt "p", argument "a": expected a completer or an array, got number/],
    ['null', null, /got null/],
    ['a bare function', () => [], /wrap it in lookup/],
    [
      'lookup of no function',
      lookup(42 as never),
      /prompt "p", argument "a": lookup must be a function, got number/,
    ],
    ['lookup of an async generator', lookup(async function* () {} as never), /async generator/],
    ['list of no function', list(undefined as never), /list must be a function/],
    ['values of no array', values('text' as never), /array of strings/],
    ['values with something else among them', values(['a', {} as never]), /array of strings/],
    ['a source of no kind', completer({} as never), /kind "list" or "query"/],
    ['a list source that cannot load', completer({ kind: 'list' } as never), /load must be a function/],
    ['an empty separator', values(['a'], { separator: '' }), /separator must not be empty/],
    ['a timeout below zero', values(['a'], { timeoutMs: -1 }), /timeoutMs must be a number, 0 or more/],
    ['a lifetime that is no number', values(['a'], { cache: { ttlMs: NaN } }), /cache\.ttlMs/],
  ];

  it.each(refused)('refuses %s by the names of prompt and argument', (_what, input, message) => {
    expect(build(input)).toThrow(
      expect.objectContaining({ code: 'invalid-completer', message: expect.stringMatching(message) }),
    );
    expect(() => testCompleter(input as never)).toThrow(/prompt "tested", argument "argument"/);
  });

  it('refuses a variable that the template does not have, and a template declared twice', () => {
    expect(() => createCompletions({ resources: { 'db://{t}': { x: ['a'] } as never } })).toThrow(
      expect.objectContaining({
        code: 'undeclared-argument',
        message: expect.stringContaining('there is: t'),
      }),
    );
    expect(() => createCompletions({ resources: { 'db://{t}': {}, 'DB://{t}': {} } })).toThrow(
      expect.objectContaining({ code: 'invalid-template' }),
    );
  });

  it('refuses a completer that needs what there is not: it would never answer', () => {
    const repos = lookup(() => ['x'], { needs: ['ownr'] });
    const message = expect.stringContaining('needs "ownr", and there is no such name; there is: owner, repo');
    const mistake = expect.objectContaining({ code: 'undeclared-argument', message });
    expect(() => createCompletions({ resources: { 'repo://{owner}/{repo}': { repo: repos } } })).toThrow(
      mistake,
    );
    const schemas = { p: z.object({ owner: z.string(), repo: z.string() }) };
    expect(() => createCompletions({ schemas, prompts: { p: { repo: repos } } })).toThrow(mistake);
  });

  it('takes one name for a list of one, and undefined for nothing given', async () => {
    const options = { needs: 'owner', timeoutMs: undefined, cache: { ttlMs: undefined } } as never;
    const probe = testCompleter(lookup(({ arguments: { owner } }) => [`${owner}/x`], options));
    expect((await probe.complete('', { arguments: { owner: 'octo' } })).values).toEqual(['octo/x']);
    expect(() => createCompletions({ policy: { rates: { global: undefined as never } } })).not.toThrow();
  });

  it('tells what is declared', () => {
    const owners = values(['octo']);
    const completions = createCompletions({
      prompts: { p: { a: ['x'], none: undefined }, bare: {} },
      resources: { 'repo://{owner}/{repo}': { owner: owners } },
    });
    expect(completions.size).toBe(2);
    expect(completions.has({ type: 'ref/prompt', name: 'bare' })).toBe(true);
    expect(completions.has({ type: 'ref/prompt', name: 'toString' })).toBe(false);
    expect(completions.find({ type: 'ref/resource', uri: 'repo://a/b' }, 'owner')).toBe(owners);
    expect(completions.find({ type: 'ref/resource', uri: 'REPO://{owner}/{repo}' }, 'owner')).toBe(owners);
    expect(completions.find({ type: 'ref/resource', uri: 'repo://{owner}/{repo}' }, 'repo')).toBeUndefined();
    expect(isCompleter(completions.find({ type: 'ref/prompt', name: 'p' }, 'a'))).toBe(true);
  });

  it('leaves what it is given as it was', async () => {
    const options: CompleterOptions = Object.freeze({
      needs: Object.freeze(['x']),
      cache: Object.freeze({ ttlMs: 5 }),
    });
    const candidates = Object.freeze([Object.freeze({ value: 'a', aliases: Object.freeze(['b']) })]);
    const { values: shown } = await testCompleter(values(candidates, options)).complete('b', {
      arguments: { x: '' },
    });
    expect(shown).toEqual(['a']);
  });
});

describe('the context', () => {
  it('reaches a source as far as it needs or uses it', async () => {
    const seen: object[] = [];
    const source = lookup(
      ({ arguments: given }) => {
        seen.push({ ...given });
        return ['x'];
      },
      { needs: ['owner'], uses: ['branch'] },
    );
    const probe = testCompleter(source);
    await probe.complete('', { arguments: { owner: 'octo', branch: 'main', token: 'secret' } });
    await probe.complete('', { arguments: { owner: 'octo', token: 'another' } });
    await probe.complete('', { arguments: { owner: 'octo', token: 'third' } });
    expect(seen).toEqual([{ owner: 'octo', branch: 'main' }, { owner: 'octo' }]);
  });

  it('that is missing is an empty list, where an empty text is there', async () => {
    const probe = testCompleter(lookup(() => ['x'], { needs: ['owner'] }));
    expect((await probe.complete('')).values).toEqual([]);
    expect((await probe.complete('', { arguments: { owner: '' } })).values).toEqual(['x']);
  });
});

describe('a separator', () => {
  const probe = testCompleter(values(['design', 'dev', 'ops'], { separator: ',' }));
  it.each([
    ['de', ['dev', 'design']],
    ['ops,de', ['ops,dev', 'ops,design']],
    ['ops, de', ['ops, dev', 'ops, design']],
    ['a,b,  o', ['a,b,  ops']],
    ['ops,', ['ops,design', 'ops,dev', 'ops,ops']],
    ['ops,zzz', []],
  ])('completes the last part of %j and keeps the rest', async (typed, expected) => {
    const { values: shown } = await probe.complete(typed);
    expect([...shown].sort()).toEqual([...expected].sort());
  });

  it('moves the ranges along with the values', async () => {
    const { items, values: shown } = await probe.complete('dev, op');
    expect(shown).toEqual(['dev, ops']);
    expect(items[0]?.ranges).toEqual([[5, 7]]);
  });

  it('gives a lookup the part, not the whole', async () => {
    const seen: string[] = [];
    await testCompleter(
      lookup(
        ({ value }) => {
          seen.push(value);
          return [];
        },
        { separator: ' ' },
      ),
    ).complete('a b c');
    expect(seen).toEqual(['c']);
  });
});

describe('a source that fails', () => {
  it('is given up at its timeout, told so, and named in the log', async () => {
    const clock = createFakeClock();
    let signal: AbortSignal | undefined;
    const source = lookup(
      (request) => {
        signal = request.signal;
        return new Promise<never>(() => undefined);
      },
      { timeoutMs: 200 },
    );
    const asked = testCompleter(source, { clock }).complete('');
    const outcome = asked.catch((error: unknown) => error);
    await settle();
    await clock.advance(199);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);
    expect(await outcome).toMatchObject({
      code: 'source-timeout',
      message: expect.stringContaining('200 ms'),
    });
    expect(signal?.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it('again and again is left alone for a while, then tried once', async () => {
    const clock = createFakeClock();
    let calls = 0;
    let isDown = true;
    const source = lookup(
      () => {
        calls += 1;
        return isDown ? Promise.reject(new Error('down')) : ['up'];
      },
      { breaker: { failures: 2, resetMs: 1_000 } },
    );
    const probe = testCompleter(source, { clock });
    for (let at = 0; at < 2; at += 1) await expect(probe.complete('')).rejects.toThrow('down');
    for (let at = 0; at < 3; at += 1) await expect(probe.complete('')).rejects.toThrow('left alone');
    expect(calls).toBe(2);
    await clock.advance(1_000);
    await expect(probe.complete('')).rejects.toThrow('down');
    await expect(probe.complete('')).rejects.toThrow('left alone');
    expect(calls).toBe(3);
    isDown = false;
    await clock.advance(1_000);
    expect((await probe.complete('')).values).toEqual(['up']);
    expect((await probe.complete('u')).values).toEqual(['up']);
  });

  it('for one principal is still asked for another', async () => {
    let calls = 0;
    const source = lookup(
      ({ principal }) => {
        calls += 1;
        return principal?.id === 'ada' ? Promise.reject(new Error('no rights')) : ['x'];
      },
      { breaker: { failures: 1 } },
    );
    const probe = testCompleter(source);
    await expect(probe.complete('', { principal: { id: 'ada' } })).rejects.toThrow('no rights');
    await expect(probe.complete('', { principal: { id: 'ada' } })).rejects.toThrow('left alone');
    expect((await probe.complete('', { principal: { id: 'bob' } })).values).toEqual(['x']);
    expect(calls).toBe(2);
  });

  it('after its list has changed is answered with the list before', async () => {
    let version = 1;
    const source = completer({
      kind: 'list',
      version: () => version,
      load: () => (version === 1 ? ['old'] : Promise.reject(new Error('half written'))),
    });
    const completions = createCompletions({ prompts: { p: { a: source } }, onError: () => undefined });
    const ask = () =>
      completions.complete({
        params: { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } },
        era: 'legacy',
      });
    expect((await ask()).completion.values).toEqual(['old']);
    version = 2;
    expect((await ask()).completion.values).toEqual(['old']);
  });
});

describe('a list with a version', () => {
  it('is loaded again when that changes, and never before', async () => {
    const clock = createFakeClock();
    let version = 1;
    let calls = 0;
    const source = completer({
      kind: 'list',
      version: () => version,
      load: () => {
        calls += 1;
        return [`list ${version}`];
      },
    });
    const probe = testCompleter(source, { clock });
    expect((await probe.complete('')).values).toEqual(['list 1']);
    await clock.advance(1e9);
    expect((await probe.complete('')).values).toEqual(['list 1']);
    version = 2;
    expect((await probe.complete('')).values).toEqual(['list 2']);
    expect(calls).toBe(2);
  });
});

describe('caching', () => {
  it('off still shares one call among callers of the same moment', async () => {
    const load = defer<string[]>();
    let calls = 0;
    const probe = testCompleter(
      lookup(
        () => {
          calls += 1;
          return load.promise;
        },
        { cache: false },
      ),
    );
    const both = Promise.all([probe.complete('a'), probe.complete('a')]);
    await settle();
    load.resolve(['a']);
    await both;
    expect(calls).toBe(1);
    await probe.complete('a');
    expect(calls).toBe(2);
  });

  it('of a list holds for every text, of a lookup for each', async () => {
    let lists = 0;
    let lookups = 0;
    const listed = testCompleter(
      list(() => {
        lists += 1;
        return ['alpha', 'beta'];
      }),
    );
    const found = testCompleter(
      lookup(() => {
        lookups += 1;
        return ['alpha', 'beta'];
      }),
    );
    for (const text of ['', 'a', 'al', 'b', 'a']) {
      await listed.complete(text);
      await found.complete(text);
    }
    expect([lists, lookups]).toEqual([1, 4]);
  });
});

describe('completable', () => {
  it('returns the schema it was given, with a callback as the SDK wants it', async () => {
    const schema = z.string();
    expect(completable(schema, ['red', 'green'])).toBe(schema);
    expect(await callbackOf(schema)?.complete('r')).toEqual(['red', 'green']);
    expect(await callbackOf(schema)?.complete('red')).toEqual(['red']);
  });

  it('keeps the count honest on a bare SDK server, which counts the array', async () => {
    const many = Array.from({ length: 250 }, (_, at) => `v${at}`);
    const found = await callbackOf(completable(z.string(), many))?.complete('v');
    expect([found?.length, found?.slice(0, 100).every((value) => value.startsWith('v'))]).toEqual([
      250,
      true,
    ]);
  });

  it('passes the context on, and throws nothing of a source to the SDK', async () => {
    const needs = completable(
      z.string(),
      lookup(({ arguments: { owner } }) => [`${owner}/x`], { needs: ['owner'] }),
    );
    expect(await callbackOf(needs)?.complete('')).toEqual([]);
    expect(await callbackOf(needs)?.complete('', { arguments: { owner: 'octo' } })).toEqual(['octo/x']);
  });

  it('refuses what cannot complete', () => {
    expect(() => completable(z.string(), lookup(42 as never))).toThrow(
      /completable\(\.\.\.\): lookup must be a function/,
    );
    expect(() => completable(z.string(), async function* () {} as never)).toThrow(/async generator/);
  });
});

describe('testCompleter', () => {
  it('tests a completer in three lines', async () => {
    const owners = lookup(({ principal }) => [`${principal?.id}-1`, `${principal?.id}-2`]);
    const { values: shown, total } = await testCompleter(owners).complete('ada', {
      principal: { id: 'ada' },
    });
    expect([shown, total]).toEqual([['ada-1', 'ada-2'], 2]);
  });

  it('throws what the completer threw', async () => {
    const failing = lookup(() => Promise.reject(new Error('no such table: owners')));
    await expect(testCompleter(failing).complete('')).rejects.toThrow('no such table: owners');
  });

  it('has no limits unless given some', async () => {
    const probe = testCompleter(['x']);
    for (let at = 0; at < 300; at += 1) await probe.complete('x');
    const limited = testCompleter(['x'], { policy: { rates: { perPrincipal: { perSecond: 1, burst: 1 } } } });
    await limited.complete('x');
    await expect(limited.complete('x')).rejects.toMatchObject({ code: 42900 });
  });
});
