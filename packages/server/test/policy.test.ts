import type { Caller, CompletionEvent, CompletionsOptions, Principal } from '@mcp-typeahead/server';
import {
  createCompletions,
  identifyCaller,
  list,
  lookup,
  MemoryCache,
  MemoryDisclosure,
  MemoryLimiter,
  values,
} from '@mcp-typeahead/server';
import { extensionKey } from '@mcp-typeahead/protocol';
import { describe, expect, it } from 'vitest';
import { testCache } from './contracts/test-cache.js';
import { testLimiter } from './contracts/test-limiter.js';
import { testSource } from './contracts/test-source.js';
import { createFakeClock } from './support/fake-clock.js';
import { promptParams, resourceParams } from './support/raw-client.js';

testCache({ name: 'MemoryCache', create: () => new MemoryCache() });

testLimiter({
  name: 'MemoryLimiter',
  create: () => {
    const clock = createFakeClock();
    return { limiter: new MemoryLimiter(clock), advance: (ms) => clock.advance(ms) };
  },
});

testSource({ name: 'a list', create: (candidates) => ({ source: list(() => candidates).source }) });
testSource({
  name: 'a lookup that returns everything',
  create: (candidates) => ({ source: lookup(() => candidates).source }),
});

function setUp(options: CompletionsOptions) {
  const clock = createFakeClock();
  const events: CompletionEvent[] = [];
  const errors: unknown[] = [];
  const completions = createCompletions({
    clock,
    onEvent: (event) => events.push(event),
    onError: (error) => errors.push(error),
    ...options,
  });
  const ask = (params: unknown, principal?: Principal, era: 'legacy' | 'modern' = 'legacy') =>
    completions.complete({ params, era, principal });
  return { clock, events, errors, completions, ask };
}

const ada: Principal = { id: 'ada', claims: { teams: ['core'] } };
const bob: Principal = { id: 'bob' };

const entry = (...candidates: string[]) => ({
  answer: { candidates, complete: true, total: undefined, dropped: 0 },
  storedAt: 0,
  sequence: 1,
  version: undefined,
});

describe('MemoryCache', () => {
  it('forgets what was used longest ago', () => {
    const cache = new MemoryCache({ maxEntries: 2 });
    cache.set('a', entry('a'));
    cache.set('b', entry('b'));
    cache.get('a');
    cache.set('c', entry('c'));
    expect([cache.get('a'), cache.get('b'), cache.get('c')].map((found) => found !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(cache.size).toBe(2);
  });

  it('is bounded by candidates too, and keeps one list that alone is larger', () => {
    const cache = new MemoryCache({ maxCandidates: 3 });
    cache.set('a', entry('1', '2'));
    cache.set('b', entry('3', '4'));
    expect(cache.get('a')).toBeUndefined();
    cache.set('huge', entry('1', '2', '3', '4', '5'));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('huge')).toBeDefined();
  });
});

describe('the limit', () => {
  const options: CompletionsOptions = {
    prompts: { p: { a: ['x'] } },
    policy: { rates: { perPrincipal: { perSecond: 1, burst: 2 }, global: { perSecond: 10, burst: 3 } } },
  };

  it('refuses with 42900 and a time, per principal', async () => {
    const { ask, clock } = setUp(options);
    await ask(promptParams('p', 'a'), ada);
    await ask(promptParams('p', 'a'), ada);
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({
      code: 42900,
      data: { retryAfterMs: 1_000 },
    });
    expect((await ask(promptParams('p', 'a'), bob)).completion.values).toEqual(['x']);
    await clock.advance(1_000);
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['x']);
  });

  it('counts malformed and unknown requests', async () => {
    const { ask } = setUp(options);
    await expect(ask(undefined, ada)).rejects.toMatchObject({ code: -32602 });
    await expect(ask(promptParams('unknown', 'a'), ada)).rejects.toMatchObject({ code: -32602 });
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: 42900 });
  });

  it('holds for all together, and one who is over their own limit takes nothing from it', async () => {
    const { ask } = setUp(options);
    for (let at = 0; at < 5; at += 1) await ask(promptParams('p', 'a'), ada).catch(() => undefined);
    await ask(promptParams('p', 'a'), bob);
    await expect(ask(promptParams('p', 'a'), { id: 'eve' })).rejects.toMatchObject({ code: 42900 });
  });

  it('can be set for one argument, and switched off', async () => {
    const { ask } = setUp({
      prompts: { p: { a: ['x'], b: ['y'] } },
      policy: { rates: { perPrincipal: false, global: false, perArgument: { perSecond: 1, burst: 1 } } },
    });
    await ask(promptParams('p', 'a'), ada);
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: 42900 });
    await ask(promptParams('p', 'b'), ada);
    await ask(promptParams('p', 'a'), bob);
  });

  it('is 50 a second with a burst of 100 unless said otherwise', async () => {
    const { ask, clock } = setUp({ prompts: { p: { a: ['x'] } } });
    const burst = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => ask(promptParams('p', 'a'), ada))).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      );
    expect(await burst(150)).toBe(100);
    await clock.advance(1_000);
    expect(await burst(150)).toBe(50);
  });

  it('refuses rates that make no sense when they are set', () => {
    expect(() => createCompletions({ policy: { rates: { global: { perSecond: 0, burst: 1 } } } })).toThrow(
      /policy\.rates\.global/,
    );
  });
});

describe('identify', () => {
  const local: Caller = { transport: 'local', era: 'legacy' };

  it('is the local user over stdio, and nobody over HTTP without a token', () => {
    expect(identifyCaller(local)).toEqual({ id: 'local' });
    expect(identifyCaller({ ...local, transport: 'http' })).toBeUndefined();
  });

  it('is the subject of a token, else its client, and never the token', () => {
    const authInfo = { token: 'secret', clientId: 'desk', scopes: ['read'], extra: { sub: 'ada' } };
    const identified = identifyCaller({ ...local, transport: 'http', authInfo });
    expect(identified).toEqual({
      id: 'user:ada',
      claims: { sub: 'ada', clientId: 'desk', scopes: ['read'] },
    });
    expect(JSON.stringify(identified)).not.toContain('secret');
    expect(identifyCaller({ ...local, authInfo: { clientId: 'desk' } })).toMatchObject({ id: 'client:desk' });
  });

  it('that throws is an internal error, told to the log only', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      policy: { identify: () => Promise.reject(new Error('token service down')) },
    });
    await expect(ask(promptParams('p', 'a'))).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
    expect(errors).toEqual([new Error('token service down')]);
  });
});

describe('authorize', () => {
  const options: CompletionsOptions = {
    prompts: { open: { a: ['x'] }, secret: { a: ['y'] } },
    resources: { 'vault://{key}': { key: ['k'] } },
    policy: {
      authorize: ({ ref, principal }) =>
        principal?.id === 'ada' || (ref.type === 'ref/prompt' && ref.name === 'open'),
    },
  };

  it('answers what is forbidden in the words for what is unknown', async () => {
    const { ask } = setUp(options);
    expect((await ask(promptParams('secret', 'a'), ada)).completion.values).toEqual(['y']);
    expect((await ask(promptParams('open', 'a'), bob)).completion.values).toEqual(['x']);
    const reply = (params: object) =>
      ask(params, bob).catch(({ code, message, data }: Record<string, unknown>) => ({ code, message, data }));
    expect(await reply(promptParams('secret', 'a'))).toEqual(await reply(promptParams('unknown', 'a')));
    expect(await reply(promptParams('secret', 'none'))).toEqual(await reply(promptParams('unknown', 'none')));
    expect(await reply(resourceParams('vault://{key}', 'key'))).toEqual(
      await reply(resourceParams('none://{key}', 'key')),
    );
    expect(await reply(resourceParams('vault://1', 'key'))).toEqual(
      await reply(resourceParams('none://1', 'key')),
    );
  });

  it('is asked with the template where a URI was sent, and also for what does not exist', async () => {
    const asked: unknown[] = [];
    const { ask } = setUp({
      ...options,
      policy: {
        authorize: ({ ref }) => {
          asked.push(ref);
          return true;
        },
      },
    });
    await ask(resourceParams('vault://1', 'key'));
    await ask(promptParams('unknown', 'a')).catch(() => undefined);
    expect(asked).toEqual([
      { type: 'ref/resource', uri: 'vault://{key}' },
      { type: 'ref/prompt', name: 'unknown' },
    ]);
  });
});

describe('what a principal may see', () => {
  it('is filtered before it is counted', async () => {
    const { ask } = setUp({
      prompts: {
        p: {
          a: values(['red', 'green', 'blue'], {
            visible: ({ value }, principal) => principal?.id === 'ada' || value !== 'red',
          }),
        },
      },
      policy: { visible: ({ value }, { argument }) => argument === 'a' && value !== 'blue' },
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion).toEqual({
      values: ['red', 'green'],
      total: 2,
      hasMore: false,
    });
    expect((await ask(promptParams('p', 'a'), bob)).completion).toEqual({
      values: ['green'],
      total: 1,
      hasMore: false,
    });
  });

  it('fails closed', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      policy: {
        visible: () => {
          throw new Error('no directory');
        },
      },
    });
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: -32603 });
    expect(errors).toEqual([new Error('no directory')]);
  });

  it('is not shared with another principal, nor with the same one after a change of rights', async () => {
    const seen: (Principal | undefined)[] = [];
    const source = lookup(({ principal }) => {
      seen.push(principal);
      return [principal?.id ?? 'nobody'];
    });
    const { ask } = setUp({ prompts: { p: { a: source } } });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['ada']);
    expect((await ask(promptParams('p', 'a'), bob)).completion.values).toEqual(['bob']);
    await ask(promptParams('p', 'a'), { ...ada, claims: { teams: ['core', 'ops'] } });
    await ask(promptParams('p', 'a'), { ...ada, claims: { teams: ['core'] } });
    expect(seen.map((principal) => principal?.claims ?? principal?.id)).toEqual([
      { teams: ['core'] },
      'bob',
      { teams: ['core', 'ops'] },
    ]);
  });

  it('is shared where the cache is, and then the source sees no principal', async () => {
    const seen: (Principal | undefined)[] = [];
    const source = list(
      ({ principal }) => {
        seen.push(principal);
        return ['x'];
      },
      { cache: { shared: true } },
    );
    const { ask } = setUp({ prompts: { p: { a: source } } });
    await ask(promptParams('p', 'a'), ada);
    await ask(promptParams('p', 'a'), bob);
    expect(seen).toEqual([undefined]);
  });
});

describe('a sensitive completer', () => {
  const names = ['anna', 'annika', 'antonia', 'hannah', 'joanna'];
  const options: CompletionsOptions = {
    prompts: { p: { a: values(names, { sensitive: { minLength: 2, maxValues: 2, windowMs: 1_000 } }) } },
  };

  it('says nothing until enough is typed, and counts nothing', async () => {
    const { ask } = setUp(options);
    expect((await ask(promptParams('p', 'a', 'a'), ada)).completion).toEqual({ values: [] });
    expect((await ask(promptParams('p', 'a', 'ann'), ada)).completion).toEqual({
      values: ['anna', 'annika'],
    });
  });

  it('matches beginnings only', async () => {
    const { ask } = setUp(options);
    expect((await ask(promptParams('p', 'a', 'JO'), ada)).completion).toEqual({ values: ['joanna'] });
    expect((await ask(promptParams('p', 'a', 'nna'), ada)).completion).toEqual({ values: [] });
  });

  it('shows each principal so many values in a window, the same ones again for nothing', async () => {
    const { ask, clock } = setUp(options);
    await ask(promptParams('p', 'a', 'ann'), ada);
    expect((await ask(promptParams('p', 'a', 'ha'), ada)).completion.values).toEqual([]);
    expect((await ask(promptParams('p', 'a', 'an'), ada)).completion.values).toEqual(['anna', 'annika']);
    expect((await ask(promptParams('p', 'a', 'ha'), bob)).completion.values).toEqual(['hannah']);
    await clock.advance(1_000);
    expect((await ask(promptParams('p', 'a', 'ha'), ada)).completion.values).toEqual(['hannah']);
  });

  it('does not ask its source before enough is typed', async () => {
    let calls = 0;
    const source = lookup(
      () => {
        calls += 1;
        return names;
      },
      { sensitive: true },
    );
    const { ask } = setUp({ prompts: { p: { a: source } } });
    await ask(promptParams('p', 'a', 'an'), ada);
    expect(calls).toBe(0);
    await ask(promptParams('p', 'a', 'ann'), ada);
    expect(calls).toBe(1);
  });

  it('has budgets that forget no more than they must', () => {
    const clock = createFakeClock();
    const disclosure = new MemoryDisclosure(clock, 1);
    const budget = { maxValues: 1, windowMs: 10 };
    expect(disclosure.admit('a', ['1', '2'], budget)).toEqual(['1']);
    expect(disclosure.admit('b', ['1'], budget)).toEqual(['1']);
    expect(disclosure.admit('a', ['2'], budget)).toEqual(['2']);
  });
});

const asking = (params: object, extension: object) => ({ ...params, _meta: { [extensionKey]: extension } });

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

describe('events', () => {
  it('tell of every request, with lengths and never with text', async () => {
    const { ask, events, clock } = setUp({
      prompts: { p: { a: values(['typed'], { separator: ',' }), b: lookup(() => [], { needs: ['a'] }) } },
    });
    await ask(promptParams('p', 'a', 'typ'), ada);
    await ask(promptParams('p', 'none', 'typed secret'), ada);
    await ask(promptParams('p', 'b', 'typed secret'), ada);
    await ask(promptParams('typed secret', 'typed secret'), ada).catch(() => undefined);
    await ask(undefined, ada).catch(() => undefined);
    expect(
      events.map(({ outcome, argument, count, valueLength, errorCode }) => [
        outcome,
        argument,
        count,
        valueLength,
        errorCode,
      ]),
    ).toEqual([
      ['values', 'a', 1, 3, undefined],
      ['no-completer', undefined, 0, 12, undefined],
      ['missing-context', 'b', 0, 12, undefined],
      ['error', undefined, 0, 0, -32602],
      ['error', undefined, 0, undefined, -32602],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(events.map(({ durationMs }) => durationMs)).toEqual([0, 0, 0, 0, 0]);
    expect(clock.waiting).toBe(0);
  });

  it('may be listened to badly without harm', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['x']);
    expect(errors).toEqual([new Error('listener')]);
  });

  it('tell of an aborted request', async () => {
    const { completions, events } = setUp({
      prompts: { p: { a: lookup(() => new Promise<never>(() => undefined)) } },
    });
    const controller = new AbortController();
    const asked = completions.complete({
      params: promptParams('p', 'a'),
      era: 'legacy',
      signal: controller.signal,
    });
    controller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(events).toMatchObject([{ outcome: 'aborted', errorCode: undefined }]);
  });
});
