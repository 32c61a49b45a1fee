import { createCompletions, lookup, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { promptParams, resourceParams } from '../support/raw-client.js';
import { settle } from '../support/fake-clock.js';

const http = (user?: string) =>
  ({
    transport: 'http',
    era: 'legacy',
    ...(user !== undefined && { authInfo: { clientId: 'desk', scopes: [], extra: { sub: user } } }),
  }) as const;

describe('policy in the library', () => {
  it('BUG-137 an answer that was made for one caller is given to no other', async () => {
    let loads = 0;
    const repo = lookup(({ principal }) => {
      loads += 1;
      return principal === undefined ? [] : [`private-${principal.id}`];
    });
    const completions = createCompletions({ prompts: { p: { repo } } });
    const ask = async (user?: string) =>
      (await completions.complete({ params: promptParams('p', 'repo'), era: 'legacy', caller: http(user) }))
        .completion.values;
    for (const _ of [1, 2, 3]) {
      expect(await ask('A')).toEqual(['private-user:A']);
      expect(await ask('B')).toEqual(['private-user:B']);
      expect(await ask()).toEqual([]);
    }
    expect(loads).toBe(3);
  });

  it('BUG-154 overlapping requests of two callers get each their own', async () => {
    const who = lookup(
      async ({ principal }) => {
        await settle();
        return [principal?.claims?.['sub'] as string];
      },
      { cache: false },
    );
    const completions = createCompletions({
      prompts: { p: { who } },
      policy: { rates: { perPrincipal: false, global: false } },
    });
    const users = Array.from({ length: 2_000 }, (_, at) => (at % 2 === 0 ? 'A' : 'B'));
    const answers = await Promise.all(
      users.map((user) =>
        completions.complete({ params: promptParams('p', 'who'), era: 'legacy', caller: http(user) }),
      ),
    );
    expect(answers.map(({ completion }) => completion.values)).toEqual(users.map((user) => [user]));
  });

  it('BUG-173 a secret that one may not read cannot be found by completing it', async () => {
    const id = values(['s1'], { visible: (_, principal) => principal?.id === 'user:A' });
    const completions = createCompletions({ resources: { 'cetacean://secrets/{id}': { id } } });
    const ask = async (user: string, value: string) => {
      const params = resourceParams('cetacean://secrets/{id}', 'id', value);
      return (await completions.complete({ params, era: 'legacy', caller: http(user) })).completion;
    };
    expect(await ask('A', '')).toEqual({ values: ['s1'], total: 1, hasMore: false });
    for (const typed of ['', 's1', 's2']) {
      expect(await ask('B', typed)).toEqual({ values: [], total: 0, hasMore: false });
    }
  });
});
