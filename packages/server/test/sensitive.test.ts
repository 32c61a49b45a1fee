import type { CompletionsOptions } from '@mcp-typeahead/server';
import { lookup, MemoryDisclosure, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { promptParams } from './support/raw-client.js';
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

  it('has budgets that forget no more than they must', () => {
    const clock = createFakeClock();
    const disclosure = new MemoryDisclosure(clock, 1);
    const budget = { maxValues: 1, windowMs: 10 };
    expect(disclosure.admit('a', ['1', '2'], budget)).toEqual(['1']);
    expect(disclosure.admit('b', ['1'], budget)).toEqual(['1']);
    expect(disclosure.admit('a', ['2'], budget)).toEqual(['2']);
  });
});
