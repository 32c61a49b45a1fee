import { completable, lookup } from '@mcp-typeahead/server';
import { completable as sdkCompletable } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

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
