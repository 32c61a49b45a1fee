import { createCompletions, list, lookup, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { promptParams } from './support/raw-client.js';
import { ada, setUp } from './support/set-up.js';

const none = { values: [], total: 0, hasMore: false };

describe('a rule of visibility', () => {
  it.each([undefined, null, 0, 1, 'yes', {}])('that answers %j instead of true hides', async (answer) => {
    const visible = () => answer as boolean;
    const own = setUp({ prompts: { p: { a: values(['x'], { visible }) } } });
    const all = setUp({ prompts: { p: { a: ['x'] } }, policy: { visible } });
    expect((await own.ask(promptParams('p', 'a'), ada)).completion).toEqual(none);
    expect((await all.ask(promptParams('p', 'a'), ada)).completion).toEqual(none);
  });

  it.each([
    ['resolves', () => Promise.resolve(true)],
    ['rejects', () => Promise.reject(new Error('directory is down'))],
  ])('that answers with a promise is a fault that is told, also when it %s', async (_how, visible) => {
    const { ask, errors } = setUp({ prompts: { p: { a: values(['x'], { visible: visible as never }) } } });
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: -32603 });
    expect(errors).toMatchObject([{ code: 'invalid-option', message: expect.stringContaining('promise') }]);
  });

  it("keeps the source's own count back: it counts what the principal may not see", async () => {
    const reply = { candidates: ['a1', 'a2'], complete: false, total: 250 };
    const open = createCompletions({ prompts: { p: { a: lookup(() => reply) } } });
    const ruled = createCompletions({ prompts: { p: { a: lookup(() => reply, { visible: () => true }) } } });
    const everywhere = createCompletions({
      prompts: { p: { a: lookup(() => reply) } },
      policy: { visible: () => true },
    });
    const ask = async (completions: typeof open) =>
      (await completions.complete({ params: promptParams('p', 'a', 'a'), era: 'modern' })).completion;
    expect(await ask(open)).toEqual({ values: ['a1', 'a2'], total: 250, hasMore: true });
    expect(await ask(ruled)).toEqual({ values: ['a1', 'a2'], hasMore: true });
    expect(await ask(everywhere)).toEqual({ values: ['a1', 'a2'], hasMore: true });
  });
});

describe('where values must be chosen by who asks', () => {
  const prompts = {
    p: {
      same: values(['x']),
      chosen: values(['x', 'y'], { visible: ({ value }, principal) => principal?.id === value }),
      shared: list(() => ['x'], { cache: { shared: true } }),
      kept: list(({ principal }) => [principal?.id ?? '']),
      asked: lookup(({ principal }) => [principal?.id ?? ''], { cache: false }),
    },
  };

  it('completers that show everybody the same are left out, and nobody sees anything', async () => {
    const { ask, events } = setUp({ prompts, policy: { perCaller: true } });
    const x = { id: 'x' };
    for (const argument of ['same', 'shared']) {
      expect((await ask(promptParams('p', argument), x)).completion).toEqual(none);
      expect(events.at(-1)).toMatchObject({ outcome: 'withheld', argument });
    }
    for (const argument of ['chosen', 'kept', 'asked']) {
      expect((await ask(promptParams('p', argument), x)).completion.values).toEqual(['x']);
    }
  });

  it('nobody is shown anything', async () => {
    const { completions } = setUp({ prompts, policy: { perCaller: true, visible: () => true } });
    for (const argument of Object.keys(prompts.p)) {
      const caller = { transport: 'http', era: 'legacy' } as const;
      const { completion } = await completions.complete({
        params: promptParams('p', argument),
        era: 'legacy',
        caller,
      });
      expect(completion).toEqual(none);
    }
  });

  it('may be said for each argument apart, and only a clear no is one', async () => {
    const { ask } = setUp({ prompts, policy: { perCaller: ({ argument }) => argument !== 'same' } });
    expect((await ask(promptParams('p', 'same'), ada)).completion.values).toEqual(['x']);
    expect((await ask(promptParams('p', 'shared'), ada)).completion).toEqual(none);
    const unclear = setUp({ prompts, policy: { perCaller: () => undefined as never } });
    expect((await unclear.ask(promptParams('p', 'same'), ada)).completion).toEqual(none);
    expect(() => createCompletions({ policy: { perCaller: 'yes' as never } })).toThrow(/policy\.perCaller/);
  });
});
