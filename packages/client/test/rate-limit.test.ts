import { describe, expect, test } from 'vitest';
import { result, rpcError } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const limitedUntil = (ms: number, data: unknown = { retryAfterMs: ms }) => ({
  answer: (params: { argument: { value: string } }, index: number): unknown =>
    index === 0 ? rpcError(42_900, data) : result([params.argument.value]),
});

describe('42900', () => {
  test('is an error that ends by itself: the field asks again when the server said so', async () => {
    const { field, client, clock, offered } = setUp(limitedUntil(700));
    field.input('a');
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({
      status: 'error',
      error: { code: 'rate-limited', retryAfterMs: 700 },
    });
    await clock.advance(699);
    expect(client.values).toEqual(['a']);
    await clock.advance(51);
    expect(client.values).toEqual(['a', 'a']);
    expect(offered()).toEqual(['a']);
    expect(field.getSnapshot().error).toBeUndefined();
  });

  test('holds what is typed meanwhile, for every field, and sends only the last of it', async () => {
    const { field, client, clock, typeahead } = setUp(limitedUntil(700));
    const other = typeahead.argument({ ref: { type: 'ref/prompt', name: 'p' }, argument: 'b' });
    field.input('a');
    await clock.advance(50);
    for (const text of ['ab', 'abc', 'abcd']) {
      field.input(text);
      await clock.advance(100);
    }
    other.open();
    expect(other.getSnapshot()).toMatchObject({ isBusy: true });
    await clock.advance(390);
    expect(client.values).toEqual(['a']);
    await clock.advance(100);
    expect(client.values.toSorted()).toEqual(['', 'a', 'abcd']);
  });

  test('without a time is taken for a second, and a year for a minute', async () => {
    for (const [data, ms] of [
      [null, 1_000],
      [{ retryAfterMs: 'soon' }, 1_000],
      [{ retryAfterMs: 31_536_000_000 }, 60_000],
    ] as const) {
      const { field, clock } = setUp(limitedUntil(0, data));
      field.input('a');
      await clock.advance(50);
      expect(field.getSnapshot().error?.retryAfterMs).toBe(ms);
    }
  });

  test('is not waited for by a field that has closed', async () => {
    const { field, client, clock } = setUp(limitedUntil(700));
    field.input('a');
    await clock.advance(50);
    field.close();
    await clock.advance(5_000);
    expect(client.values).toEqual(['a']);
    expect(clock.waiting).toBe(0);
  });
});
