import { createCompletions, list, lookup, values } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { describe, expect, it } from 'vitest';
import { promptParams } from './support/raw-client.js';

/** Every letter as its place in the alphabet. */
const numbered = (text: string): string[] => [
  Array.from(text, (letter) => String(letter.charCodeAt(0) - 96)).join(''),
];

describe('readings', () => {
  it('find the values of every kind of completer', async () => {
    for (const completer of [
      values(['ab', 'cd'], { readings: numbered }),
      list(() => ['ab', 'cd'], { readings: numbered }),
      lookup(() => ['ab', 'cd'], { readings: numbered }),
    ]) {
      expect((await testCompleter(completer).complete('34')).values).toEqual(['cd']);
    }
  });

  it('find by titles and aliases, and leave nothing to highlight in the value', async () => {
    const severities = [{ value: 'P0', title: 'cab', aliases: ['de'] }, 'P1'];
    const probe = testCompleter(values(severities, { readings: numbered }));
    expect((await probe.complete('31')).values).toEqual(['P0']);
    expect((await probe.complete('45')).items).toEqual([{ title: 'cab' }]);
  });

  it('of a sensitive completer find nothing: only what begins with the text is told', async () => {
    const completer = values(['abc'], { readings: numbered, sensitive: { minLength: 2 } });
    expect((await testCompleter(completer).complete('12')).values).toEqual([]);
    expect((await testCompleter(completer).complete('ab')).values).toEqual(['abc']);
  });

  it('that fail are an internal error with the reason in the log, and are tried again', async () => {
    const errors: unknown[] = [];
    let isBroken = true;
    const load = () => {
      if (isBroken) throw new Error('no table');
      return numbered;
    };
    const completions = createCompletions({
      prompts: { p: { a: values(['ab'], { readings: { load } }) } },
      onError: (error) => errors.push(error),
    });
    const ask = () => completions.complete({ params: promptParams('p', 'a', '12'), era: 'legacy' });
    await expect(ask()).rejects.toMatchObject({ code: -32_603, message: 'Internal error' });
    expect(String(errors[0])).toContain('no table');
    isBroken = false;
    expect((await ask()).completion.values).toEqual(['ab']);
  });
});

describe('a weight', () => {
  it('orders plain strings by what is known of them', async () => {
    const downloads = new Map([
      ['left', 1],
      ['lint', 9],
    ]);
    const completer = values(['left', 'lint'], { weight: ({ value }) => downloads.get(value) ?? 0 });
    expect((await testCompleter(completer).complete('l')).values).toEqual(['lint', 'left']);
  });
});
