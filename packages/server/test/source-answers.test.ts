import { completer, createCompletions, list, lookup, MemoryCache, type Session } from '@mcp-typeahead/server';
import { extensionKey } from '@mcp-typeahead/protocol';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from './support/fake-clock.js';
import { promptParams } from './support/raw-client.js';

describe('a source that says how long its answer is fresh', () => {
  it('is asked again after that time, and the client is told it', async () => {
    const clock = createFakeClock();
    let calls = 0;
    const source = list(
      () => {
        calls += 1;
        return { candidates: [`load ${calls}`], ttlMs: 500 };
      },
      { cache: { ttlMs: 60_000, staleMs: 0 } },
    );
    const probe = testCompleter(source, { clock });
    const { values, result } = await probe.complete('');
    expect(values).toEqual(['load 1']);
    expect(result._meta?.[extensionKey]).toMatchObject({ ttlMs: 500 });
    await clock.advance(499);
    expect((await probe.complete('')).values).toEqual(['load 1']);
    await clock.advance(1);
    expect((await probe.complete('')).values).toEqual(['load 2']);
  });

  it('may be fresh for longer than the completer would keep it', async () => {
    const clock = createFakeClock();
    let calls = 0;
    const source = list(() => ({ candidates: [`load ${(calls += 1)}`], ttlMs: 60_000 }), {
      cache: { ttlMs: 100, staleMs: 0 },
    });
    const probe = testCompleter(source, { clock });
    await probe.complete('');
    await clock.advance(59_999);
    expect((await probe.complete('')).values).toEqual(['load 1']);
  });

  it('is asked every time where it says that nothing may be kept', async () => {
    let calls = 0;
    const source = list(() => ({ candidates: [`load ${(calls += 1)}`], ttlMs: 0 }));
    const probe = testCompleter(source);
    expect((await probe.complete('')).values).toEqual(['load 1']);
    expect((await probe.complete('')).values).toEqual(['load 2']);
  });

  it.each([-1, Number.NaN, '5', null])('is not believed when it says %j', async (ttlMs) => {
    const source = lookup(() => ({ candidates: ['a'], ttlMs: ttlMs as number }), { cache: { ttlMs: 7_000 } });
    const { result } = await testCompleter(source, { clock: createFakeClock() }).complete('');
    expect(result._meta?.[extensionKey]).toMatchObject({ ttlMs: 7_000 });
  });
});

const ask = async (
  completions: ReturnType<typeof createCompletions>,
  session: Session | undefined,
): Promise<string[]> => {
  const params = promptParams('p', 'a');
  return (await completions.complete({ params, era: 'legacy', session })).completion.values;
};

describe('the session of a request', () => {
  it('is what a source may answer from, and no other session gets that answer', async () => {
    const seen: unknown[] = [];
    const source = completer({
      kind: 'list',
      load: ({ session }) => {
        seen.push(session?.context);
        return [`of ${session?.id ?? 'nobody'}`];
      },
    });
    const completions = createCompletions({ prompts: { p: { a: source } } });
    const [first, second] = [
      { id: '1', context: { connection: 1 } },
      { id: '2', context: { connection: 2 } },
    ];
    const asked = [first, second, undefined, first, second, undefined];
    const answers = await Promise.all(asked.map((session) => ask(completions, session)));
    expect(answers.flat()).toEqual(['of 1', 'of 2', 'of nobody', 'of 1', 'of 2', 'of nobody']);
    expect(await ask(completions, first)).toEqual(['of 1']);
    expect(seen).toEqual([first.context, second.context, undefined]);
  });

  it('is not seen by a source whose answers all share', async () => {
    const seen: unknown[] = [];
    const source = completer(
      { kind: 'list', load: ({ session }) => (seen.push(session), ['a']) },
      { cache: { shared: true } },
    );
    const completions = createCompletions({ prompts: { p: { a: source } } });
    await ask(completions, { id: '1', context: 'secret' });
    await ask(completions, { id: '2', context: 'secret' });
    expect(seen).toEqual([undefined]);
  });

  it('that breaks its source leaves the source of others alone', async () => {
    const source = completer(
      {
        kind: 'list',
        load: ({ session }) => (session?.id === 'bad' ? Promise.reject(new Error('down')) : ['a']),
      },
      { breaker: { failures: 1 } },
    );
    const completions = createCompletions({ prompts: { p: { a: source } }, onError: () => {} });
    for (let at = 0; at < 2; at += 1) {
      await expect(ask(completions, { id: 'bad', context: 0 })).rejects.toMatchObject({ code: -32603 });
    }
    await settle();
    expect(await ask(completions, { id: 'good', context: 0 })).toEqual(['a']);
  });
});

const entry = (...candidates: string[]) => ({
  answer: { candidates, complete: true, total: undefined, dropped: 0 },
  storedAt: 0,
  sequence: 1,
  version: undefined,
});

describe('empty answers', () => {
  it('take the place of other empty answers only', () => {
    const cache = new MemoryCache({ maxEntries: 10, maxEmptyEntries: 2 });
    cache.set('list', entry('a'));
    for (let at = 0; at < 100; at += 1) cache.set(`nothing ${at}`, entry());
    expect(cache.size).toBe(3);
    expect(cache.get('list')).toBeDefined();
    expect([cache.get('nothing 97'), cache.get('nothing 98')].map((found) => found !== undefined)).toEqual([
      false,
      true,
    ]);
    cache.set('nothing 100', entry());
    expect([cache.get('nothing 99'), cache.get('nothing 98')].map((found) => found !== undefined)).toEqual([
      false,
      true,
    ]);
  });

  it('are counted right when they are filled, emptied and taken away', () => {
    const cache = new MemoryCache({ maxEmptyEntries: 1 });
    cache.set('a', entry());
    cache.set('a', entry('x'));
    cache.set('b', entry());
    expect([cache.get('a'), cache.get('b')].every((found) => found !== undefined)).toBe(true);
    cache.set('a', entry());
    expect(cache.get('b')).toBeUndefined();
    cache.delete('a');
    cache.set('b', entry());
    expect(cache.get('b')).toBeDefined();
  });
});
