import type { CompletionsOptions } from '@mcp-typeahead/server';
import { createCompletions, MemoryLimiter } from '@mcp-typeahead/server';
import type { JsonRpcResponse } from '@mcp-typeahead/protocol';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testLimiter } from './contracts/test-limiter.js';
import { createFakeClock } from './support/fake-clock.js';
import { createRawClient, errorOf, promptParams, valuesOf } from './support/raw-client.js';
import { ada, bob, setUp } from './support/set-up.js';

testLimiter({
  name: 'MemoryLimiter',
  create: () => {
    const clock = createFakeClock();
    return { limiter: new MemoryLimiter(clock), advance: (ms) => clock.advance(ms) };
  },
});

describe('the limit', () => {
  const options: CompletionsOptions = {
    prompts: { p: { a: ['x'] } },
    policy: { rates: { perPrincipal: { perSecond: 1, burst: 2 }, global: { perSecond: 10, burst: 3 } } },
  };

  it('refuses with 42900 and a time, per principal', async () => {
    const { ask, clock } = setUp(options);
    await ask(promptParams('p', 'a'), ada);
    await ask(promptParams('p', 'a'), ada);
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({
      code: 42900,
      data: { retryAfterMs: 1_000 },
    });
    expect((await ask(promptParams('p', 'a'), bob)).completion.values).toEqual(['x']);
    await clock.advance(1_000);
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['x']);
  });

  it('counts malformed and unknown requests', async () => {
    const { ask } = setUp(options);
    await expect(ask(undefined, ada)).rejects.toMatchObject({ code: -32602 });
    await expect(ask(promptParams('unknown', 'a'), ada)).rejects.toMatchObject({ code: -32602 });
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: 42900 });
  });

  it('holds for all together, and one who is over their own limit takes nothing from it', async () => {
    const { ask } = setUp(options);
    for (let at = 0; at < 5; at += 1) await ask(promptParams('p', 'a'), ada).catch(() => undefined);
    await ask(promptParams('p', 'a'), bob);
    await expect(ask(promptParams('p', 'a'), { id: 'eve' })).rejects.toMatchObject({ code: 42900 });
  });

  it('can be set for one argument, and switched off', async () => {
    const { ask } = setUp({
      prompts: { p: { a: ['x'], b: ['y'] } },
      policy: { rates: { perPrincipal: false, global: false, perArgument: { perSecond: 1, burst: 1 } } },
    });
    await ask(promptParams('p', 'a'), ada);
    await expect(ask(promptParams('p', 'a'), ada)).rejects.toMatchObject({ code: 42900 });
    await ask(promptParams('p', 'b'), ada);
    await ask(promptParams('p', 'a'), bob);
  });

  it('for one argument holds for each place of a completer, and on servers made anew', async () => {
    const completions = createCompletions({
      policy: { rates: { perArgument: { perSecond: 1, burst: 1 } } },
    });
    const ask = async (argument: string): Promise<JsonRpcResponse> => {
      const server = new McpServer({ name: 'host', version: '1.0.0' });
      const fields = { one: z.enum(['x']), two: z.enum(['x']) };
      server.registerPrompt('p', { argsSchema: z.object(fields) }, () => ({ messages: [] }));
      const [near, far] = InMemoryTransport.createLinkedPair();
      await completions.attach(server).connect(far);
      const client = await createRawClient(near);
      return client.complete(promptParams('p', argument));
    };
    expect(valuesOf(await ask('one'))).toEqual(['x']);
    expect(errorOf(await ask('one')).code).toBe(42900);
    expect(valuesOf(await ask('two'))).toEqual(['x']);
  });

  it('counts those whom nobody knows by their address, and with no principal however named', async () => {
    const { completions } = setUp({
      ...options,
      policy: { rates: { perPrincipal: { perSecond: 1, burst: 1 } } },
    });
    const ask = (address: string | undefined, principal?: { id: string }) =>
      completions.complete({
        params: promptParams('p', 'a'),
        era: 'legacy',
        caller: { transport: 'http', era: 'legacy', address },
        principal,
      });
    await ask('192.0.2.1');
    await expect(ask('192.0.2.1')).rejects.toMatchObject({ code: 42900 });
    await ask('192.0.2.2');
    await ask(undefined);
    await expect(ask(undefined)).rejects.toMatchObject({ code: 42900 });
    for (const id of ['', 'anonymous', 'address 192.0.2.1', '192.0.2.1']) await ask('192.0.2.1', { id });
  });

  it('BUG-133 holds for each user apart, also from one address; BUG-134 an address that is used up stops no user', async () => {
    const { completions } = setUp({
      ...options,
      policy: { rates: { perPrincipal: { perSecond: 0.05, burst: 3 } } },
    });
    const ask = (id: string | undefined) =>
      completions
        .complete({
          params: promptParams('p', 'a'),
          era: 'legacy',
          caller: { transport: 'http', era: 'legacy', address: '203.0.113.9' },
          principal: id === undefined ? undefined : { id },
        })
        .then(
          () => 'ok',
          ({ code }: { code: number }) => code,
        );
    const asked: unknown[] = [];
    for (const id of ['A', 'A', 'A', 'B', 'B', 'B', 'A']) asked.push(await ask(id));
    expect(asked).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 42900]);
    for (let at = 0; at < 5; at += 1) await ask(undefined);
    expect(await ask(undefined)).toBe(42900);
    expect(await ask('C')).toBe('ok');
  });

  it('is 50 a second with a burst of 100 unless said otherwise', async () => {
    const { ask, clock } = setUp({ prompts: { p: { a: ['x'] } } });
    const burst = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => ask(promptParams('p', 'a'), ada))).then(
        (all) => all.filter(({ status }) => status === 'fulfilled').length,
      );
    expect(await burst(150)).toBe(100);
    await clock.advance(1_000);
    expect(await burst(150)).toBe(50);
  });

  it('refuses rates that make no sense when they are set', () => {
    expect(() => createCompletions({ policy: { rates: { global: { perSecond: 0, burst: 1 } } } })).toThrow(
      /policy\.rates\.global/,
    );
  });
});
