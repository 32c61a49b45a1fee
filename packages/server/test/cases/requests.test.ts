import { createCompletions, lookup } from '@mcp-typeahead/server';
import type { LookupRequest } from '@mcp-typeahead/server';
import { completable } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { settle } from '../support/fake-clock.js';
import { connectedKinds, hostKinds } from '../support/hosts.js';
import { completionOf, errorOf, promptParams, valuesOf } from '../support/raw-client.js';

const numbered = Array.from({ length: 250 }, (_, at) => `v${String(at).padStart(3, '0')}`);

describe.each(hostKinds)('$title', ({ create, connect }) => {
  it('BUG-027 more than 100 values are ranked first and cut then', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: [...numbered, 'exact'], b: lookup(() => numbered) } } }).attach(
      host.server,
    );
    host.prompt('p', { a: z.string(), b: z.string(), c: completable(z.string(), () => numbered) });
    const client = await connect(host);
    for (const argument of ['a', 'b', 'c']) {
      expect(completionOf(await client.complete(promptParams('p', argument, 'v')))).toEqual({
        values: numbered.slice(0, 100),
        total: 250,
        hasMore: true,
      });
    }
    expect(valuesOf(await client.complete(promptParams('p', 'a', 'exact')))[0]).toBe('exact');
  });

  it('BUG-030 nothing on the wire is null', async () => {
    const host = create();
    createCompletions({
      prompts: {
        p: {
          a: lookup(() => ({ values: ['a'], total: undefined, hasMore: undefined }) as never),
          b: lookup(() => ({ values: ['a'], total: null, hasMore: null }) as never),
          c: lookup(() => ({ candidates: ['a'], complete: false })),
        },
      },
    }).attach(host.server);
    host.prompt('p', { a: z.string(), b: z.string(), c: z.string() });
    const client = await connect(host);
    for (const argument of ['a', 'b', 'c', 'none']) {
      const response = await client.complete(promptParams('p', argument));
      expect(JSON.stringify(response)).not.toContain('null');
      expect(response).toHaveProperty('result.completion.values');
    }
    expect(completionOf(await client.complete(promptParams('p', 'c')))).toEqual({
      values: ['a'],
      hasMore: true,
    });
  });

  it('BUG-034 params that are missing or malformed are -32602, and the session goes on', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    const ref = { type: 'ref/prompt', name: 'p' };
    const malformed = [
      undefined,
      {},
      { ref },
      { ref, argument: { name: 'a' } },
      { ref, argument: { name: 'a', value: 5 } },
      { ref, argument: { name: 'a', value: null } },
      { ref: null, argument: { name: 'a', value: '' } },
      { ref: { type: 'ref/prompt' }, argument: { name: 'a', value: '' } },
      { ref: [], argument: [] },
      { ref, argument: { name: 'a', value: '' }, context: { arguments: { b: 1 } } },
      { ref, argument: { name: 'a', value: 'x'.repeat(1_025) } },
    ];
    for (const [at, params] of malformed.entries()) {
      const response = await client.complete(params, at + 1);
      expect([params, errorOf(response).code]).toEqual([params, -32602]);
      expect(response.id).toBe(at + 1);
      expect(errorOf(response).message).not.toMatch(/zod|invalid_type|\[\s*\{/i);
    }
    expect(valuesOf(await client.complete(promptParams('p', 'a')))).toEqual(['x']);
  });

  it('BUG-035 an unknown method is -32601, and so is completion where there is none', async () => {
    const bare = create();
    bare.tool('ping');
    createCompletions().attach(bare.server);
    const client = await connect(bare);
    expect(errorOf(await client.request('completion/complet', {})).code).toBe(-32601);
    expect(errorOf(await client.complete(promptParams('p', 'a'))).code).toBe(-32601);
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const able = await connect(host);
    expect(errorOf(await able.request('completion/complet', {})).code).toBe(-32601);
    expect(errorOf(await able.complete({ ref: {}, argument: { name: 'a', value: '' } })).code).toBe(-32602);
  });

  it('BUG-036 what a completer throws stays off the wire and is logged once', async () => {
    const secret = new Error('connect ECONNREFUSED db.internal:5432 password=hunter2');
    const fail = () => {
      throw secret;
    };
    const errors: unknown[] = [];
    const host = create();
    createCompletions({
      prompts: { p: { a: lookup(fail), b: lookup(() => Promise.reject(secret)) } },
      onError: (error) => errors.push(error),
    }).attach(host.server);
    host.prompt('p', { a: z.string(), b: z.string(), c: completable(z.string(), fail) });
    const client = await connect(host);
    for (const argument of ['a', 'b', 'c']) {
      const response = await client.complete(promptParams('p', argument));
      expect(errorOf(response)).toEqual({ code: -32603, message: 'Internal error' });
      expect(JSON.stringify(response)).not.toMatch(/db\.internal|hunter2|\.ts|at /);
    }
    expect(errors).toEqual([secret, secret, secret]);
  });

  it('BUG-036 a failing source is an empty list where that is configured', async () => {
    const host = create();
    createCompletions({
      prompts: { p: { a: lookup(() => Promise.reject(new Error('down'))) } },
      policy: { onSourceFailure: 'empty' },
      onError: () => undefined,
    }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    expect(completionOf(await client.complete(promptParams('p', 'a')))).toEqual({ values: [] });
  });

  it('BUG-036 without onError the error goes to stderr', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const host = create();
    createCompletions({ prompts: { p: { a: lookup(() => Promise.reject(new Error('down'))) } } }).attach(
      host.server,
    );
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    await client.complete(promptParams('p', 'a', 'typed secret'));
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('prompt "p", argument "a"'), new Error('down')],
    ]);
    expect(JSON.stringify(log.mock.calls)).not.toContain('typed secret');
    log.mockRestore();
  });
});

describe.each(connectedKinds)('$title', ({ create, connect }) => {
  it('BUG-038 cancellation and the principal reach the completer, and nothing answers a cancelled request', async () => {
    const asked: LookupRequest[] = [];
    const host = create();
    createCompletions({
      prompts: {
        p: {
          a: lookup((request) => {
            asked.push(request);
            return new Promise<never>(() => undefined);
          }),
          b: ['next'],
        },
      },
    }).attach(host.server);
    host.prompt('p', { a: z.string(), b: z.string() });
    const client = await connect(host);
    const authInfo = { token: 'secret', clientId: 'desk', scopes: ['read'], extra: { sub: 'ada' } };
    const params = promptParams('p', 'a', 'x');
    await client.send({ jsonrpc: '2.0', id: 9, method: 'completion/complete', params }, { authInfo });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.signal.aborted).toBe(false);
    expect(asked[0]?.principal).toEqual({
      id: 'user:ada',
      claims: { sub: 'ada', clientId: 'desk', scopes: ['read'] },
    });
    await client.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 9, reason: 'superseded' },
    });
    // Fifty milliseconds are promised. Turns of the event loop, since on a busy machine any time may pass in one; no timer fires
    // within so few.
    for (let turns = 0; turns < 50 && asked[0]?.signal.aborted === false; turns += 1) await settle();
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(valuesOf(await client.complete(promptParams('p', 'b')))).toEqual(['next']);
    expect(client.received.filter((message) => 'id' in message && message.id === 9)).toEqual([]);
  });

  it('BUG-157 a notification that means nothing is no reason to answer or to fall over', async () => {
    const host = create();
    createCompletions({ prompts: { p: { a: ['x'] } } }).attach(host.server);
    host.prompt('p', { a: z.string() });
    const client = await connect(host);
    const before = client.received.length;
    await client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 999 } });
    await client.send({ jsonrpc: '2.0', method: 'notifications/unknown_thing', params: { a: 1 } });
    await client.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    expect(valuesOf(await client.complete(promptParams('p', 'a'), 1))).toEqual(['x']);
    expect(client.received).toHaveLength(before + 1);
  });
});
