import type { CompleterOptions } from '@mcp-typeahead/server';
import { completer, createCompletions, isCompleter, list, lookup, values } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const build = (input: unknown) => () => createCompletions({ prompts: { p: { a: input as never } } });

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
      arguments: { x: 'y' },
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

  it('that is missing is an empty list, and so is one that is empty, as forms send it that nobody has filled', async () => {
    let calls = 0;
    const probe = testCompleter(
      lookup(
        () => {
          calls += 1;
          return ['x'];
        },
        { needs: ['owner'], uses: ['owner'] },
      ),
    );
    expect((await probe.complete('')).values).toEqual([]);
    const empty = await probe.complete('', { arguments: { owner: '' } });
    expect([empty.values, empty.total, calls]).toEqual([[], 0, 0]);
    expect((await probe.complete('', { arguments: { owner: ' ' } })).values).toEqual(['x']);
  });

  it('that is empty reaches a source which only uses it', async () => {
    const seen: object[] = [];
    const source = lookup(
      ({ arguments: given }) => {
        seen.push({ ...given });
        return ['x'];
      },
      { uses: ['owner'] },
    );
    expect((await testCompleter(source).complete('', { arguments: { owner: '' } })).values).toEqual(['x']);
    expect(seen).toEqual([{ owner: '' }]);
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
