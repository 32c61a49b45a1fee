import type { CompletionsOptions } from '@mcp-typeahead/server';
import { createCompletions, list, lookup, values } from '@mcp-typeahead/server';
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
    ['a weight that is no function', { weight: 2 }, /weight must be a function/],
    ['readings that are no function', { readings: ['pinyin'] }, /readings must be a function/],
  ])('of a completer with %s are refused by the names of prompt and argument', (_what, options, message) => {
    const build = () => createCompletions({ prompts: { p: { a: values(['x'], options as never) } } });
    expect(build).toThrow(message);
    expect(build).toThrow(/prompt "p", argument "a"/);
  });

  it.each([
    ['need', { need: ['x'] }, /there is no "need"; there is: needs, uses, timeoutMs/],
    ['timeout', { timeout: 5 }, /no "timeout".* timeoutMs/],
    ['cache.ttl', { cache: { ttl: 5 } }, /cache: there is no "ttl"; there is: ttlMs, staleMs, shared/],
    ['sensitive.min', { sensitive: { min: 5 } }, /sensitive: there is no "min"/],
    ['breaker.count', { breaker: { count: 5 } }, /breaker: there is no "count"/],
  ])('of a completer that are misspelt (%s) are refused by whoever makes it', (_what, options, message) => {
    for (const make of [() => values(['x'], options as never), () => lookup(() => [], options as never)]) {
      expect(make).toThrow(
        expect.objectContaining({ code: 'invalid-option', message: expect.stringMatching(message) }),
      );
    }
    expect(() => list(() => [], { cache: false, sensitive: true, breaker: false })).not.toThrow();
  });
});

const misplaced: [options: unknown, message: string][] = [
  [{ prompts: null }, 'prompts: expected an object of completers by name and argument, got null'],
  [{ prompts: [] }, 'prompts: expected an object of completers by name and argument, got an array'],
  [{ prompts: new Map() }, 'prompts: expected an object of completers by name and argument, got a Map'],
  [{ prompts: { trip: null } }, 'prompt "trip": expected an object of completers by argument, got null'],
  [{ prompts: { trip: ['a'] } }, 'prompt "trip": expected an object of completers by argument, got an array'],
  [
    { prompts: { trip: lookup(() => []) } },
    'prompt "trip": expected an object of completers by argument, got a completer',
  ],
  [
    { prompts: { trip: () => [] } },
    'prompt "trip": expected an object of completers by argument, got a function',
  ],
  [
    { resources: 'x://{a}' },
    'resources: expected an object of completers by URI template and variable, got a string',
  ],
  [
    { resources: { 'x://{a}': ['b'] } },
    'resource template "x://{a}": expected an object of completers by variable, got an array',
  ],
];

describe('declarations', () => {
  it.each(misplaced)('that are on the wrong level are refused: %j', (options, message) => {
    expect(() => createCompletions(options as CompletionsOptions)).toThrow(
      expect.objectContaining({ name: 'CompletionsError', code: 'invalid-completer', message }),
    );
  });

  it('may leave out a prompt by giving it undefined', () => {
    expect(createCompletions({ prompts: { p: undefined } } as never).size).toBe(0);
  });
});
