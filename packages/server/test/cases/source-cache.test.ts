import type { Completions, CompletionsOptions } from '@mcp-typeahead/server';
import { completer, createCompletions, list, lookup } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { createFakeClock, defer, settle } from '../support/fake-clock.js';
import type { Deferred } from '../support/fake-clock.js';
import { promptParams } from '../support/raw-client.js';

function setUp(source: CompletionsOptions['prompts'], options: CompletionsOptions = {}) {
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const completions = createCompletions({
    prompts: source ?? {},
    policy: { rates: { perPrincipal: false, global: false } },
    clock,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { clock, errors, completions };
}

async function ask(completions: Completions, signal?: AbortSignal, value = ''): Promise<string[]> {
  const result = await completions.complete({ params: promptParams('p', 'a', value), era: 'legacy', signal });
  return result.completion.values;
}

const day = 24 * 3_600_000;

describe('BUG-076 a failed load', () => {
  it('BUG-076 is not replayed: the next call asks the source again', async () => {
    let calls = 0;
    const source = list(
      () => {
        calls += 1;
        return calls === 1 ? Promise.reject(new Error('down')) : ['a'];
      },
      { cache: { ttlMs: day } },
    );
    const { completions, errors } = setUp({ p: { a: source } });
    await expect(ask(completions)).rejects.toMatchObject({ code: -32603 });
    expect(await ask(completions)).toEqual(['a']);
    expect(await ask(completions)).toEqual(['a']);
    expect(calls).toBe(2);
    expect(errors).toEqual([new Error('down')]);
  });

  it('BUG-076 is shared by the callers of the same moment', async () => {
    let calls = 0;
    const load = defer<string[]>();
    const source = list(
      () => {
        calls += 1;
        return calls === 1 ? load.promise : ['a'];
      },
      { cache: { ttlMs: day } },
    );
    const { completions, errors } = setUp({ p: { a: source } });
    const callers = Promise.allSettled([ask(completions), ask(completions), ask(completions)]);
    await settle();
    load.reject(new Error('down'));
    expect((await callers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(calls).toBe(1);
    expect(errors).toHaveLength(1);
    expect(await ask(completions)).toEqual(['a']);
  });
});

describe('BUG-141 a stale answer', () => {
  // The processor can be slow for a moment; what is slow each time is ours.
  it('BUG-141 goes to 2,000 callers at once, with one call of the source', { retry: 2 }, async () => {
    const loads: Deferred<string[]>[] = [];
    const source = list(
      () => {
        const load = defer<string[]>();
        loads.push(load);
        return load.promise;
      },
      { cache: { ttlMs: 1_000, staleMs: 60_000 } },
    );
    const { completions, clock } = setUp({ p: { a: source } });
    const first = ask(completions);
    await settle();
    // Long enough that ranking it for each caller would take seconds.
    loads[0]?.resolve(Array.from({ length: 5_000 }, (_, at) => `old ${at}`));
    await first;
    await clock.advance(2_000);

    // The processor's time, not the clock's: other tests run beside this one. Idle, both are about 30 ms.
    const before = process.cpuUsage();
    const answers = await Promise.all(
      Array.from({ length: 2_000 }, () => ask(completions, undefined, 'old 49')),
    );
    const { user, system } = process.cpuUsage(before);
    expect(new Set(answers.map(([value]) => value))).toEqual(new Set(['old 49']));
    expect(loads).toHaveLength(2);
    expect((user + system) / 1_000).toBeLessThan(400);

    loads[1]?.resolve(['new']);
    await settle();
    expect(await ask(completions)).toEqual(['new']);
    expect(loads).toHaveLength(2);
  });

  it('BUG-141 is still served when its refresh fails, and the refresh is tried again', async () => {
    let calls = 0;
    const source = list(
      () => {
        calls += 1;
        return calls === 2 ? Promise.reject(new Error('down')) : [`list ${calls}`];
      },
      { cache: { ttlMs: 1_000, staleMs: 60_000 } },
    );
    const { completions, clock } = setUp({ p: { a: source } });
    expect(await ask(completions)).toEqual(['list 1']);
    await clock.advance(2_000);
    expect(await ask(completions)).toEqual(['list 1']);
    await settle();
    expect(await ask(completions)).toEqual(['list 1']);
    await settle();
    expect(await ask(completions)).toEqual(['list 3']);
  });
});

describe('BUG-142 shared loads and their callers', () => {
  it('BUG-142 one caller aborts: the other gets the answer, and the source is left in peace', async () => {
    const load = defer<string[]>();
    let signal: AbortSignal | undefined;
    const source = lookup((request) => {
      signal = request.signal;
      return load.promise;
    });
    const { completions } = setUp({ p: { a: source } });
    const impatient = new AbortController();
    const first = ask(completions, impatient.signal);
    const second = ask(completions);
    await settle();
    impatient.abort(new Error('superseded'));
    await expect(first).rejects.toThrow('superseded');
    expect(signal?.aborted).toBe(false);
    load.resolve(['a']);
    expect(await second).toEqual(['a']);
  });

  it('BUG-142 the source is aborted when the last caller leaves, and that is no failure', async () => {
    const signals: AbortSignal[] = [];
    const source = lookup(({ signal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    const { completions, errors, clock } = setUp({ p: { a: source } });
    const controllers = [new AbortController(), new AbortController()];
    const callers = Promise.allSettled(controllers.map(({ signal }) => ask(completions, signal)));
    await settle();
    controllers[0]?.abort();
    expect(signals[0]?.aborted).toBe(false);
    controllers[1]?.abort();
    expect(signals[0]?.aborted).toBe(true);
    expect((await callers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await settle();
    expect(errors).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('BUG-142 an aborted load that ends after all does not remove the one that took its place', async () => {
    const loads: Deferred<string[]>[] = [];
    const source = lookup(() => {
      const load = defer<string[]>();
      loads.push(load);
      return load.promise;
    });
    const { completions } = setUp({ p: { a: source } });
    const impatient = new AbortController();
    const first = ask(completions, impatient.signal);
    await settle();
    impatient.abort();
    await expect(first).rejects.toThrow(/abort/i);
    const second = ask(completions);
    await settle();
    loads[0]?.resolve(['older']);
    await settle();
    const third = ask(completions);
    await settle();
    expect(loads).toHaveLength(2);
    loads[1]?.resolve(['newer']);
    expect(await second).toEqual(['newer']);
    expect(await third).toEqual(['newer']);
    expect(await ask(completions)).toEqual(['newer']);
  });

  it('BUG-142 the older of two overlapping loads never replaces the newer one in the cache', async () => {
    const loads: Deferred<string[]>[] = [];
    let version = 1;
    const source = completer({
      kind: 'list',
      version: () => version,
      load: () => {
        const load = defer<string[]>();
        loads.push(load);
        return load.promise;
      },
    });
    const { completions } = setUp({ p: { a: source } });
    const first = ask(completions);
    await settle();
    version = 2;
    const second = ask(completions);
    await settle();
    expect(loads).toHaveLength(2);
    loads[1]?.resolve(['newer']);
    expect(await second).toEqual(['newer']);
    loads[0]?.resolve(['older']);
    expect(await first).toEqual(['older']);
    expect(await ask(completions)).toEqual(['newer']);
    expect(loads).toHaveLength(2);
  });
});
