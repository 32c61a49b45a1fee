import { completable, createCompletions, list, lookup, MemoryCache } from '@mcp-typeahead/server';
import { completable as sdkCompletable, InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRawClient, promptParams } from './support/raw-client.js';

const callbackOf = (schema: object) =>
  (schema as Record<symbol, { complete: (value: string, context?: object) => Promise<string[]> }>)[
    Symbol.for('mcp.completable')
  ];

describe('completable', () => {
  it('returns the schema it was given, with a callback as the SDK wants it', async () => {
    const schema = z.string();
    expect(completable(schema, ['red', 'green'])).toBe(schema);
    expect(await callbackOf(schema)?.complete('r')).toEqual(['red', 'green']);
    expect(await callbackOf(schema)?.complete('red')).toEqual(['red']);
  });

  it('keeps the count honest on a bare SDK server, which counts the array', async () => {
    const many = Array.from({ length: 250 }, (_, at) => `v${at}`);
    const found = await callbackOf(completable(z.string(), many))?.complete('v');
    expect([found?.length, found?.slice(0, 100).every((value) => value.startsWith('v'))]).toEqual([
      250,
      true,
    ]);
  });

  it('passes the context on, and throws nothing of a source to the SDK', async () => {
    const needs = completable(
      z.string(),
      lookup(({ arguments: { owner } }) => [`${owner}/x`], { needs: ['owner'] }),
    );
    expect(await callbackOf(needs)?.complete('')).toEqual([]);
    expect(await callbackOf(needs)?.complete('', { arguments: { owner: 'octo' } })).toEqual(['octo/x']);
  });

  it('knows nobody on a bare SDK server, which does not say who asks', async () => {
    const who: unknown[] = [];
    const owner = lookup(({ principal }) => {
      who.push(principal);
      return [];
    });
    await callbackOf(completable(z.string(), owner))?.complete('');
    expect(who).toEqual([undefined]);
  });

  it.each([
    ['has a completer of ours', () => completable(z.string(), ['one'])],
    ["has one of the SDK's", () => sdkCompletable(z.string(), () => ['one'])],
    ['is frozen', () => Object.freeze({ kind: 'schema' })],
  ])('refuses a schema that %s, and says what to do', (_what, schema) => {
    expect(() => completable(schema(), ['two'])).toThrow(
      expect.objectContaining({ code: 'invalid-completer', message: expect.stringContaining('of its own') }),
    );
  });

  it('refuses what cannot complete', () => {
    expect(() => completable(z.string(), lookup(42 as never))).toThrow(
      /completable\(\.\.\.\): lookup must be a function/,
    );
    expect(() => completable(z.string(), async function* () {} as never)).toThrow(/async generator/);
  });
});

describe('completable, on a server with completions attached', () => {
  it('keeps answers, but not in a cache that other processes may share: there its name would mean something else', async () => {
    const keys: string[] = [];
    const cache = new MemoryCache();
    const completions = createCompletions({
      prompts: { p: { declared: list(() => ['ours']) } },
      policy: {
        cache: {
          get: (key) => cache.get(key),
          set: (key, entry) => {
            keys.push(key);
            cache.set(key, entry);
          },
          delete: (key) => cache.delete(key),
        },
      },
    });
    let calls = 0;
    const field = completable(
      z.string(),
      list(() => {
        calls += 1;
        return ['theirs'];
      }),
    );
    const server = new McpServer({ name: 'host', version: '1.0.0' });
    server.registerPrompt('p', { argsSchema: z.object({ declared: z.string(), field }) }, () => ({
      messages: [],
    }));
    const [near, far] = InMemoryTransport.createLinkedPair();
    await completions.attach(server).connect(far);
    const client = await createRawClient(near);
    for (const argument of ['declared', 'field', 'field']) await client.complete(promptParams('p', argument));
    expect(calls).toBe(1);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toContain('declared');
  });
});
