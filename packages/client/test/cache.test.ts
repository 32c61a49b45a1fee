import { describe, expect, test } from 'vitest';
import { extensionKey } from '@mcp-typeahead/protocol';
import { result } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const answer = ({ argument }: { argument: { value: string } }): object =>
  result([argument.value], { hasMore: true });
const withMeta = (meta: object) => (): object => ({
  ...result(['x'], { hasMore: true }),
  _meta: { [extensionKey]: meta },
});

describe('the cache of answers', () => {
  test('keeps an answer for 30 seconds, or as long as the server says', async () => {
    for (const [given, ms] of [
      [answer, 30_000],
      [withMeta({ ttlMs: 5_000 }), 5_000],
      [withMeta({ ttlMs: 90_000 }), 90_000],
    ] as const) {
      const { field, client, clock } = setUp({ answer: given, latencyMs: 0 });
      field.open();
      await clock.advance(0);
      await clock.advance(ms - 1);
      field.close();
      field.open();
      expect(client.values).toEqual(['']);
      await clock.advance(1);
      field.close();
      field.open();
      expect(client.values).toEqual(['', '']);
    }
  });

  test('is asked by text, argument and the whole context, whatever the order of its names', async () => {
    const { field, client, clock, typeahead } = setUp({ answer, field: { context: { x: '1', y: '2' } } });
    field.open();
    await clock.advance(50);
    const ask = async (context: Record<string, string>, argument = 'a'): Promise<number> => {
      const given = typeahead.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument, context });
      await clock.advance(50);
      await given;
      return client.requests.length;
    };
    expect(await ask({ y: '2', x: '1' })).toBe(1);
    expect(await ask({ x: '1' })).toBe(2);
    expect(await ask({ x: '2', y: '1' })).toBe(3);
    expect(await ask({ x: '1', y: '2' }, 'b')).toBe(4);
    expect(await ask({ x: '1', y: '2' })).toBe(4);
  });

  test('has a bound: what was used longest ago goes', async () => {
    const { client, clock, typeahead } = setUp({ answer, typeahead: { maxEntries: 3 } });
    // The clock is the typeahead's own here: the bound is on entries.
    const ask = async (value: string): Promise<void> => {
      const given = typeahead.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: 'a', value });
      await clock.advance(50);
      await given;
    };
    for (const value of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await ask(value);
    expect(client.values).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('shows what is degraded, says why, and does not keep it', async () => {
    const { field, client, clock } = setUp({ answer: withMeta({ degraded: 'timeout' }) });
    field.open();
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', degraded: 'timeout' });
    field.close();
    field.open();
    expect(client.values).toEqual(['', '']);
  });

  test('is emptied on request, and fields that are open ask again', async () => {
    const { field, client, clock, typeahead } = setUp({ answer });
    const closed = typeahead.argument({ ref: { type: 'ref/prompt', name: 'p' }, argument: 'b' });
    field.input('a');
    closed.open();
    await clock.advance(50);
    closed.close();
    typeahead.invalidate();
    await clock.advance(50);
    expect(client.requests.map(({ argument, value }) => `${argument}:${value}`)).toEqual([
      'a:a',
      'b:',
      'a:a',
    ]);
    expect(closed.getSnapshot()).toMatchObject({ status: 'idle', items: [] });
    expect(field.getSnapshot()).toMatchObject({ status: 'ready' });
  });
});
