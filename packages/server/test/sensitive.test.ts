import type { CompletionsOptions } from '@mcp-typeahead/server';
import { completable, createCompletions, lookup, MemoryDisclosure, values } from '@mcp-typeahead/server';
import { extensionKey } from '@mcp-typeahead/protocol';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from './support/fake-clock.js';
import { createRawClient, promptParams, valuesOf } from './support/raw-client.js';
import { ada, bob, setUp } from './support/set-up.js';

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

  it('keeps its budget on a server that is made anew for every request', async () => {
    const completions = createCompletions();
    const ask = async (typed: string): Promise<string[]> => {
      const server = new McpServer({ name: 'host', version: '1.0.0' });
      const person = completable(
        z.string(),
        values(['anna', 'annika', 'bob', 'bobby'], { sensitive: { maxValues: 3 } }),
      );
      server.registerPrompt('p', { argsSchema: z.object({ person }) }, () => ({ messages: [] }));
      const [near, far] = InMemoryTransport.createLinkedPair();
      await completions.attach(server).connect(far);
      const client = await createRawClient(near);
      return valuesOf(await client.complete(promptParams('p', 'person', typed)));
    };
    expect(await ask('ann')).toEqual(['anna', 'annika']);
    expect(await ask('bob')).toEqual(['bob']);
    expect(await ask('ann')).toEqual(['anna', 'annika']);
  });

  it('has one budget, wherever it is used', async () => {
    const shared = values(['anna', 'annika', 'bob'], { sensitive: { maxValues: 2 } });
    const { ask } = setUp({ prompts: { p: { a: shared }, q: { b: shared } } });
    expect((await ask(promptParams('p', 'a', 'ann'), ada)).completion.values).toHaveLength(2);
    expect((await ask(promptParams('q', 'b', 'bob'), ada)).completion.values).toEqual([]);
  });

  it('gives answers of one shape, whatever the reason', async () => {
    const { ask, completions } = setUp({
      prompts: {
        p: {
          a: values(names, { needs: ['b'], sensitive: { minLength: 2, maxValues: 2 } }),
          c: lookup(() => names, { cache: { shared: true }, sensitive: { minLength: 2, maxValues: 2 } }),
        },
      },
    });
    const shape = async (argument: string, value: string, filled: boolean) => {
      const params = promptParams('p', argument, value, filled ? { b: 'x' } : {});
      const _meta = { [extensionKey]: { items: true } };
      const { completion, _meta: answered } = await ask({ ...params, _meta }, ada, 'modern');
      return [completion.values.length, Object.keys(completion), answered];
    };
    const silent = [0, ['values'], { [extensionKey]: { items: [] } }];
    expect(await shape('a', 'ann', false)).toEqual(silent);
    expect(await shape('a', 'a', true)).toEqual(silent);
    expect(await shape('a', 'zz', true)).toEqual(silent);
    expect(await shape('c', 'zz', true)).toEqual(silent);
    expect(await shape('c', 'an', true)).toEqual([
      2,
      ['values'],
      { [extensionKey]: { items: [{ ranges: [[0, 2]] }, { ranges: [[0, 2]] }] } },
    ]);
    // The budget is used up.
    expect(await shape('c', 'ha', true)).toEqual(silent);
    expect(completions.size).toBe(2);
  });

  it('counts the budget of those whom nobody knows by their address', async () => {
    const { completions } = setUp(options);
    const shown = async (address: string, value: string) => {
      const caller = { transport: 'http', era: 'legacy', address } as const;
      const result = await completions.complete({
        params: promptParams('p', 'a', value),
        era: 'legacy',
        caller,
      });
      return result.completion.values;
    };
    expect(await shown('192.0.2.1', 'ann')).toHaveLength(2);
    expect(await shown('192.0.2.1', 'ha')).toEqual([]);
    expect(await shown('192.0.2.2', 'ha')).toEqual(['hannah']);
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
