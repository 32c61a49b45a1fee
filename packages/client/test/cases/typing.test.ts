import { describe, expect, test } from 'vitest';
import type { LinkEvent } from '@mcp-typeahead/client';
import { result, rpcError, startingWith } from '../support/scripted-client.js';
import { setUp } from '../support/set-up.js';

/** Says what it was asked for, and that there is more: nothing can be told from one answer about the next. */
const echo = ({ argument }: { argument: { value: string } }): object =>
  result([`${argument.value}-1`, `${argument.value}-2`], { hasMore: true });

const outcomes = (events: readonly LinkEvent[]): string[] => events.map(({ outcome }) => outcome);

describe('typing', () => {
  test('BUG-063 a slow answer to an earlier text never takes the place of the right one, and is cancelled', async () => {
    const { field, client, clock, offered, events } = setUp({
      answer: echo,
      latencyMs: ({ argument }) => (argument.value === 'moon' ? 900 : 80),
      field: { debounceMs: 0 },
    });
    field.input('moon');
    field.input('moonlight');
    await clock.advance(80);
    expect(offered()).toEqual(['moonlight-1', 'moonlight-2']);
    expect(client.requests).toMatchObject([
      { value: 'moon', isAborted: true },
      { value: 'moonlight', isAborted: false },
    ]);
    await clock.advance(1_200);
    expect(offered()).toEqual(['moonlight-1', 'moonlight-2']);
    expect(outcomes(events)).toContain('late');
  });

  test('BUG-065 the last key is always asked for, also right after an answer, and loading ends', async () => {
    const { field, client, clock, offered, type } = setUp({
      answer: echo,
      latencyMs: 30,
      field: { debounceMs: 250, leading: false },
    });
    await type('abc', 50);
    await clock.advance(400);
    expect(offered()).toEqual(['abc-1', 'abc-2']);
    expect(field.getSnapshot().isBusy).toBe(false);
    await type('def', 50);
    await clock.advance(400);
    expect(offered()).toEqual(['abcdef-1', 'abcdef-2']);
    expect(field.getSnapshot().isBusy).toBe(false);
    expect(client.values).toEqual(['abc', 'abcdef']);
  });

  test('BUG-066 after each pause the list is that of the text, and every promise settles', async () => {
    const { clock, offered, type, typeahead } = setUp({
      answer: echo,
      field: { debounceMs: 200, leading: false },
    });
    for (const text of ['k', 'ki', 'kiw']) {
      await type(text.slice(-1), 300);
      expect(offered()).toEqual([`${text}-1`, `${text}-2`]);
    }
    const abort = new AbortController();
    const given = typeahead.complete({
      ref: { type: 'ref/prompt', name: 'p' },
      argument: 'a',
      value: 'x',
      signal: abort.signal,
    });
    const other = typeahead.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: 'a', value: 'xy' });
    abort.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await clock.advance(100);
    expect((await other).items.map(({ value }) => value)).toEqual(['xy-1', 'xy-2']);
    expect(clock.waiting).toBe(0);
  });

  test('BUG-068 a letter that is typed again brings its own list back, without a request', async () => {
    const { field, client, clock, offered } = setUp({ answer: echo });
    for (const text of ['fig', 'fi', 'fig']) {
      field.input(text);
      await clock.advance(500);
      expect(offered()).toEqual([`${text}-1`, `${text}-2`]);
    }
    expect(client.values).toEqual(['fig', 'fi']);
  });

  test('BUG-069 an emptied field stays without a list, though answers were on their way', async () => {
    const { field, clock, client } = setUp({ answer: echo, latencyMs: 500, field: { minLength: 1 } });
    field.input('ba');
    await clock.advance(100);
    field.input('b');
    await clock.advance(50);
    field.input('');
    await clock.advance(800);
    expect(field.getSnapshot()).toMatchObject({ status: 'idle', items: [], isBusy: false });
    expect(client.requests.every(({ isAborted }) => isAborted)).toBe(true);
  });

  test('BUG-070 after the form was submitted nothing opens again, and the request is cancelled', async () => {
    const { field, clock, client } = setUp({ answer: echo, latencyMs: 500 });
    field.input('me');
    await clock.advance(100);
    field.close();
    await clock.advance(800);
    expect(field.getSnapshot()).toMatchObject({ isOpen: false, status: 'idle', items: [], text: 'me' });
    expect(client.requests).toMatchObject([{ isAborted: true }]);
  });

  test('BUG-072 choosing from the list that is there cancels what is on its way and is not overwritten', async () => {
    const { field, clock, client, offered } = setUp({
      answer: ({ argument }) =>
        result(argument.value === 'd' ? ['debian', 'docker'] : ['deb-src'], { hasMore: true }),
      latencyMs: ({ argument }) => (argument.value === 'd' ? 20 : 600),
    });
    field.input('d');
    await clock.advance(100);
    field.input('de');
    field.input('deb');
    await clock.advance(50);
    expect(offered()).toEqual(['debian']);
    field.select('debian');
    await clock.advance(800);
    expect(field.getSnapshot()).toMatchObject({ text: 'debian', isOpen: false, items: [] });
    expect(client.requests.slice(1).every(({ isAborted }) => isAborted)).toBe(true);
  });

  test('BUG-075 a failure is not kept: the same text is asked for again and its list shown', async () => {
    const { field, clock, client, offered } = setUp({
      answer: (params, index) => (index === 0 ? rpcError(503) : echo(params)),
    });
    field.input('q');
    await clock.advance(100);
    expect(field.getSnapshot()).toMatchObject({
      status: 'error',
      isBusy: false,
      error: { code: 'disconnected' },
    });
    field.input('');
    await clock.advance(100);
    field.input('q');
    await clock.advance(100);
    expect(offered()).toEqual(['q-1', 'q-2']);
    expect(client.values).toEqual(['q', '', 'q']);
    expect(field.getSnapshot().error).toBeUndefined();
  });

  test('BUG-099 nothing but choosing accepts: a word typed fast stays as it was typed', async () => {
    const { field, clock, type } = setUp({ answer: startingWith(['letters', 'lettering']) });
    const texts: string[] = [];
    field.subscribe(() => texts.push(field.getSnapshot().text));
    await type('letter;', 10);
    await clock.advance(1_000);
    expect(field.getSnapshot().text).toBe('letter;');
    expect(texts.every((text, index) => text.startsWith(texts[index - 1] ?? ''))).toBe(true);
  });

  test('BUG-102 a server that takes requests one by one and cannot stop has at most two, and the last list comes soon', async () => {
    const { field, clock, client, offered, type } = setUp({ answer: echo, latencyMs: 300, isSerial: true });
    await type('abcdefghij', 40);
    const typedAt = clock.now();
    // The server works on a request for 300 ms, one after another.
    const ends = (): number[] => {
      let end = 0;
      return client.requests.map(({ at }) => (end = Math.max(end, at) + 300));
    };
    while (offered()[0] !== 'abcdefghij-1') await clock.advance(10);
    expect(clock.now() - typedAt).toBeLessThanOrEqual(150 + 2 * 300);
    for (const { at } of client.requests) {
      const outstanding = client.requests.filter(
        (request, index) => request.at <= at && (ends()[index] ?? 0) > at,
      );
      expect(outstanding.length).toBeLessThanOrEqual(2);
    }
    field.input('abcdefghijk');
    field.open();
    expect(client.values.at(-1)).toBe('abcdefghijk');
  });
});
