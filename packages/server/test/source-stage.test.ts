import { completer, createCompletions, list, lookup, MemoryCache } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { createFakeClock, defer, settle } from './support/fake-clock.js';
import { promptParams } from './support/raw-client.js';

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
  it('in one place for two processes: the newer load of either counts for both', async () => {
    const clock = createFakeClock();
    const cache = new MemoryCache();
    const calls = { old: 0, young: 0 };
    const start = (name: 'old' | 'young') =>
      createCompletions({
        clock,
        prompts: {
          p: {
            a: list(
              () => {
                calls[name] += 1;
                return [`${name} ${calls[name]}`];
              },
              { cache: { ttlMs: 1_000, staleMs: 0 } },
            ),
          },
        },
        policy: { cache },
      });
    const [old, young] = [start('old'), start('young')];
    const ask = async (completions: typeof old) =>
      (await completions.complete({ params: promptParams('p', 'a'), era: 'legacy' })).completion.values;
    for (const count of [1, 2, 3]) {
      expect(await ask(old)).toEqual([`old ${count}`]);
      await clock.advance(1_000);
    }
    expect(await ask(young)).toEqual(['young 1']);
    expect(await ask(young)).toEqual(['young 1']);
    expect(await ask(old)).toEqual(['young 1']);
    expect(calls).toEqual({ old: 3, young: 1 });
  });

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
