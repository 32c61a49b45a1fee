import type { CompletionsOptions } from '@mcp-typeahead/server';
import { createCompletions, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { setUp } from './support/set-up.js';
import { promptParams } from './support/raw-client.js';

const refused: [what: string, options: unknown, message: RegExp][] = [
  ['a negative limit', { limits: { maxValueLength: -1 } }, /limits\.maxValueLength/],
  ['a limit that is no number', { limits: { maxNameLength: NaN } }, /limits\.maxNameLength/],
  ['a rate of nothing', { policy: { rates: { global: { perSecond: 0, burst: 1 } } } }, /rates\.global/],
  ['a burst of nothing', { policy: { rates: { perArgument: { perSecond: 1, burst: 0 } } } }, /perArgument/],
  [
    'an infinite rate',
    { policy: { rates: { perPrincipal: { perSecond: Infinity, burst: 5 } } } },
    /or false for no limit/,
  ],
  ['a rate in words', { policy: { rates: { perPrincipal: { perSecond: '5', burst: '5' } } } }, /finite/],
  ['an identify that is no function', { policy: { identify: 'sub' } }, /policy\.identify must be a function/],
  ['an authorize that is no function', { policy: { authorize: true } }, /policy\.authorize/],
  ['a visible that is no function', { policy: { visible: {} } }, /policy\.visible/],
  ['a listener that is no function', { onEvent: [] }, /onEvent must be a function/],
  ['a misspelt choice', { policy: { onSourceFailure: 'nothing' } }, /"error" or "empty"/],
];

describe('options', () => {
  it.each(refused)('with %s are refused when they are given', (_what, options, message) => {
    expect(() => createCompletions(options as CompletionsOptions)).toThrow(
      expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(message) }),
    );
  });

  it('that are undefined are defaults', async () => {
    const { ask } = setUp({
      prompts: { p: { a: ['x'] } },
      policy: { rates: { perPrincipal: undefined }, visible: undefined } as never,
      limits: undefined as never,
    });
    expect((await ask(promptParams('p', 'a'))).completion.values).toEqual(['x']);
  });

  it.each([
    ['a separator that is no string', { separator: 3 }, /separator must be a string/],
    ['a visible that is no function', { visible: 'x' }, /visible must be a function/],
  ])('of a completer with %s are refused by the names of prompt and argument', (_what, options, message) => {
    const build = () => createCompletions({ prompts: { p: { a: values(['x'], options as never) } } });
    expect(build).toThrow(message);
    expect(build).toThrow(/prompt "p", argument "a"/);
  });
});
