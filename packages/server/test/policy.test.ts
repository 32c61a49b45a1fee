import type { Caller, CompletionsOptions, Principal } from '@mcp-typeahead/server';
import { identifyCaller, list, lookup, values } from '@mcp-typeahead/server';
import { describe, expect, it } from 'vitest';
import { promptParams, resourceParams } from './support/raw-client.js';
import { ada, bob, setUp } from './support/set-up.js';

describe('identify', () => {
  const local: Caller = { transport: 'local', era: 'legacy' };

  it('is the local user over stdio, and nobody over HTTP without a token', () => {
    expect(identifyCaller(local)).toEqual({ id: 'local' });
    expect(identifyCaller({ ...local, transport: 'http' })).toBeUndefined();
  });

  it('is the subject of a token, else its client, and never the token', () => {
    const authInfo = { token: 'secret', clientId: 'desk', scopes: ['read'], extra: { sub: 'ada' } };
    const identified = identifyCaller({ ...local, transport: 'http', authInfo });
    expect(identified).toEqual({
      id: 'user:ada',
      claims: { sub: 'ada', clientId: 'desk', scopes: ['read'] },
    });
    expect(JSON.stringify(identified)).not.toContain('secret');
    expect(identifyCaller({ ...local, authInfo: { clientId: 'desk' } })).toMatchObject({ id: 'client:desk' });
  });

  it('that throws is an internal error, told to the log only', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      policy: { identify: () => Promise.reject(new Error('token service down')) },
    });
    await expect(ask(promptParams('p', 'a'))).rejects.toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
    expect(errors).toEqual([new Error('token service down')]);
  });
});

describe('authorize', () => {
  const options: CompletionsOptions = {
    prompts: { open: { a: ['x'] }, secret: { a: ['y'] } },
    resources: { 'vault://{key}': { key: ['k'] } },
    policy: {
      authorize: ({ ref, principal }) =>
        principal?.id === 'ada' || (ref.type === 'ref/prompt' && ref.name === 'open'),
    },
  };

  it('answers what is forbidden in the words for what is unknown', async () => {
    const { ask } = setUp(options);
    expect((await ask(promptParams('secret', 'a'), ada)).completion.values).toEqual(['y']);
    expect((await ask(promptParams('open', 'a'), bob)).completion.values).toEqual(['x']);
    const reply = (params: object) =>
      ask(params, bob).catch(({ code, message, data }: Record<string, unknown>) => ({ code, message, data }));
    expect(await reply(promptParams('secret', 'a'))).toEqual(await reply(promptParams('unknown', 'a')));
    expect(await reply(promptParams('secret', 'none'))).toEqual(await reply(promptParams('unknown', 'none')));
    expect(await reply(resourceParams('vault://{key}', 'key'))).toEqual(
      await reply(resourceParams('none://{key}', 'key')),
    );
    expect(await reply(resourceParams('vault://1', 'key'))).toEqual(
      await reply(resourceParams('none://1', 'key')),
    );
  });

  it('is asked with the template where a URI was sent, and also for what does not exist', async () => {
    const asked: unknown[] = [];
    const { ask } = setUp({
      ...options,
      policy: {
        authorize: ({ ref }) => {
          asked.push(ref);
          return true;
        },
      },
    });
    await ask(resourceParams('vault://1', 'key'));
    await ask(promptParams('unknown', 'a')).catch(() => undefined);
    expect(asked).toEqual([
      { type: 'ref/resource', uri: 'vault://{key}' },
      { type: 'ref/prompt', name: 'unknown' },
    ]);
  });
});

describe('what a principal may see', () => {
  it('is filtered before it is counted', async () => {
    const { ask } = setUp({
      prompts: {
        p: {
          a: values(['red', 'green', 'blue'], {
            visible: ({ value }, principal) => principal?.id === 'ada' || value !== 'red',
          }),
        },
      },
      policy: { visible: ({ value }, { argument }) => argument === 'a' && value !== 'blue' },
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion).toEqual({
      values: ['red', 'green'],
      total: 2,
      hasMore: false,
    });
    expect((await ask(promptParams('p', 'a'), bob)).completion).toEqual({
      values: ['green'],
      total: 1,
      hasMore: false,
    });
  });

  it('fails closed', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      policy: {
        visible: () => {
          throw new Error('no directory');
        },
      },
    });
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: -32603 });
    expect(errors).toEqual([new Error('no directory')]);
  });

  it('is not shared with another principal, nor with the same one after a change of rights', async () => {
    const seen: (Principal | undefined)[] = [];
    const source = lookup(({ principal }) => {
      seen.push(principal);
      return [principal?.id ?? 'nobody'];
    });
    const { ask } = setUp({ prompts: { p: { a: source } } });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['ada']);
    expect((await ask(promptParams('p', 'a'), bob)).completion.values).toEqual(['bob']);
    await ask(promptParams('p', 'a'), { ...ada, claims: { teams: ['core', 'ops'] } });
    await ask(promptParams('p', 'a'), { ...ada, claims: { teams: ['core'] } });
    expect(seen.map((principal) => principal?.claims ?? principal?.id)).toEqual([
      { teams: ['core'] },
      'bob',
      { teams: ['core', 'ops'] },
    ]);
  });

  it('is shared where the cache is, and then the source sees no principal', async () => {
    const seen: (Principal | undefined)[] = [];
    const source = list(
      ({ principal }) => {
        seen.push(principal);
        return ['x'];
      },
      { cache: { shared: true } },
    );
    const { ask } = setUp({ prompts: { p: { a: source } } });
    await ask(promptParams('p', 'a'), ada);
    await ask(promptParams('p', 'a'), bob);
    expect(seen).toEqual([undefined]);
  });
});
