import { lookup, values } from '@mcp-typeahead/server';
import { describe, expect, it, vi } from 'vitest';
import { settle } from './support/fake-clock.js';
import { promptParams } from './support/raw-client.js';
import { ada, setUp } from './support/set-up.js';

describe('events', () => {
  it('tell of every request, with lengths and never with text', async () => {
    const { ask, events, clock } = setUp({
      prompts: { p: { a: values(['typed'], { separator: ',' }), b: lookup(() => [], { needs: ['a'] }) } },
    });
    await ask(promptParams('p', 'a', 'typ'), ada);
    await ask(promptParams('p', 'none', 'typed secret'), ada);
    await ask(promptParams('p', 'b', 'typed secret'), ada);
    await ask(promptParams('typed secret', 'typed secret'), ada).catch(() => undefined);
    await ask(undefined, ada).catch(() => undefined);
    expect(
      events.map(({ outcome, argument, count, valueLength, errorCode }) => [
        outcome,
        argument,
        count,
        valueLength,
        errorCode,
      ]),
    ).toEqual([
      ['values', 'a', 1, 3, undefined],
      ['no-completer', undefined, 0, 12, undefined],
      ['missing-context', 'b', 0, 12, undefined],
      ['error', undefined, 0, 0, -32602],
      ['error', undefined, 0, undefined, -32602],
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(events.map(({ durationMs }) => durationMs)).toEqual([0, 0, 0, 0, 0]);
    expect(clock.waiting).toBe(0);
  });

  it('may be listened to badly without harm', async () => {
    const { ask, errors } = setUp({
      prompts: { p: { a: ['x'] } },
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['x']);
    expect(errors).toEqual([new Error('listener')]);
  });

  it('may be listened to by async functions that fail: nothing is left unhandled', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { ask } = setUp({
      prompts: { p: { a: ['x'] } },
      onEvent: () => Promise.reject(new Error('listener')) as never,
      onError: () => Promise.reject(new Error('log')) as never,
    });
    expect((await ask(promptParams('p', 'a'), ada)).completion.values).toEqual(['x']);
    await settle();
    expect(logged).toHaveBeenCalledWith(expect.any(String), new Error('log'));
    logged.mockRestore();
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  it('tell of an aborted request', async () => {
    const { completions, events } = setUp({
      prompts: { p: { a: lookup(() => new Promise<never>(() => undefined)) } },
    });
    const controller = new AbortController();
    const asked = completions.complete({
      params: promptParams('p', 'a'),
      era: 'legacy',
      signal: controller.signal,
    });
    controller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(events).toMatchObject([{ outcome: 'aborted', errorCode: undefined }]);
  });
});
