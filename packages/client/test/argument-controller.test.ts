import { describe, expect, test } from 'vitest';
import { result, startingWith } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const fruits = ['apple', 'apricot', 'banana', 'blueberry', 'cherry'];

describe('a field', () => {
  test('begins idle, empty and closed', () => {
    const { field } = setUp({ answer: startingWith(fruits) });
    expect(field.getSnapshot()).toEqual({
      status: 'idle',
      text: '',
      items: [],
      isBusy: false,
      isOpen: false,
      total: undefined,
      hasMore: undefined,
      canLoadMore: false,
      isLoadingMore: false,
      degraded: undefined,
      error: undefined,
    });
  });

  test('asks for the first key at once, and is loading until the answer is there', async () => {
    const { field, client, clock, offered } = setUp({ answer: startingWith(fruits) });
    field.input('a');
    expect(client.requests).toMatchObject([{ value: 'a', at: 0 }]);
    expect(field.getSnapshot()).toMatchObject({ status: 'loading', isBusy: true, isOpen: true, items: [] });
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', isBusy: false, total: 2, hasMore: false });
    expect(offered()).toEqual(['apple', 'apricot']);
  });

  test('is empty, not failed, where the server has nothing', async () => {
    const { field, clock } = setUp({ answer: () => result([]) });
    field.input('zzz');
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ status: 'empty', items: [], isOpen: true, error: undefined });
  });

  test('tells its listeners of each change, and nobody after they left', async () => {
    const { field, clock } = setUp({ answer: startingWith(fruits) });
    const seen: string[] = [];
    const leave = field.subscribe(() => seen.push(field.getSnapshot().status));
    field.input('b');
    await clock.advance(50);
    leave();
    field.input('c');
    expect(seen).toEqual(['loading', 'ready']);
  });

  test('gives the same snapshot until something changes', async () => {
    const { field, clock } = setUp({ answer: startingWith(fruits) });
    const before = field.getSnapshot();
    expect(field.getSnapshot()).toBe(before);
    field.input('a');
    const loading = field.getSnapshot();
    expect(loading).not.toBe(before);
    field.input('a');
    expect(field.getSnapshot()).toBe(loading);
    await clock.advance(50);
    expect(field.getSnapshot()).not.toBe(loading);
  });

  test('takes a chosen value for its text, asks nothing for it and closes', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(fruits) });
    field.input('a');
    await clock.advance(50);
    field.select(field.getSnapshot().items[1] ?? '');
    expect(field.getSnapshot()).toMatchObject({ text: 'apricot', isOpen: false, status: 'idle', items: [] });
    await clock.advance(1_000);
    expect(client.values).toEqual(['a']);
  });

  test('asks on opening for what is in it, without waiting', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(fruits), field: { text: 'ban' } });
    field.open();
    expect(client.values).toEqual(['ban']);
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', text: 'ban', isOpen: true });
  });

  test('keeps its list when it closes, and shows it at once when it opens again', async () => {
    const { field, client, clock, offered } = setUp({ answer: startingWith(fruits) });
    field.open();
    await clock.advance(50);
    field.close();
    expect(field.getSnapshot()).toMatchObject({ isOpen: false, status: 'ready' });
    field.open();
    expect(offered()).toEqual(fruits);
    expect(client.values).toEqual(['']);
  });

  test('asks nothing for a text that no server accepts, and again when it is short enough', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(fruits) });
    field.input('a'.repeat(1_025));
    await clock.advance(1_000);
    expect(field.getSnapshot()).toMatchObject({ status: 'idle', items: [] });
    expect(client.requests).toEqual([]);
    field.input('ap');
    expect(client.values).toEqual(['ap']);
  });

  test('does nothing after it was disposed of, and leaves no timer', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(fruits) });
    field.input('a');
    field.input('ab');
    field.dispose();
    expect(client.requests).toMatchObject([{ isAborted: true }]);
    const before = field.getSnapshot();
    field.input('b');
    field.open();
    field.select('x');
    field.loadMore();
    field.setContext({ a: 'b' });
    field.reportShown();
    await clock.advance(60_000);
    expect(field.getSnapshot()).toBe(before);
    expect(client.requests).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });
});

describe('the wait for another key', () => {
  test('is half of what the server takes, after the first answer', async () => {
    const { field, client, clock } = setUp({ answer: () => result(['x'], {}), latencyMs: 100 });
    field.input('a');
    await clock.advance(500);
    field.input('ab');
    expect(client.values).toEqual(['a', 'ab']);
    await clock.advance(10);
    field.input('abc');
    expect(field.getSnapshot().status).toBe('debouncing');
    await clock.advance(49);
    expect(client.values).toEqual(['a', 'ab']);
    await clock.advance(1);
    expect(client.values).toEqual(['a', 'ab', 'abc']);
  });

  test('is 150 ms at most, however slow the server is', async () => {
    const { field, client, clock } = setUp({ answer: () => result(['x'], {}), latencyMs: 3_000 });
    field.input('a');
    await clock.advance(3_000);
    field.input('b');
    await clock.advance(10);
    field.input('bc');
    await clock.advance(149);
    expect(client.values).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(client.values).toEqual(['a', 'b', 'bc']);
  });

  test('is as long as the host wants it', async () => {
    const { client, clock, type } = setUp({
      answer: () => result(['x'], {}),
      field: { debounceMs: 300, leading: false },
    });
    await type('abc', 100);
    expect(client.values).toEqual([]);
    await clock.advance(200);
    expect(client.values).toEqual(['abc']);
  });

  test('does not hold up who opens the list', async () => {
    const { field, client, clock } = setUp({ answer: () => result(['x'], {}), field: { debounceMs: 300 } });
    field.input('a');
    await clock.advance(100);
    field.input('ab');
    expect(client.values).toEqual(['a']);
    field.open();
    expect(client.values).toEqual(['a', 'ab']);
  });
});

describe('while the answer is awaited', () => {
  test('what of the list before matches the text stays, and the rest goes', async () => {
    const { field, clock, offered } = setUp({
      answer: () => result(['prod-eu', 'proxy', 'probe'], { hasMore: true }),
    });
    field.input('pro');
    await clock.advance(50);
    field.input('prod-');
    expect(field.getSnapshot()).toMatchObject({ status: 'loading', isBusy: true });
    expect(offered()).toEqual(['prod-eu']);
    field.input('prod-xyz');
    expect(offered()).toEqual([]);
    expect(field.getSnapshot().status).not.toBe('empty');
  });

  test('the answer to an earlier text serves the later one, if it was complete', async () => {
    const { field, client, clock, offered } = setUp({ answer: startingWith(fruits), latencyMs: 50 });
    field.input('b');
    await clock.advance(10);
    field.input('bl');
    await clock.advance(40);
    expect(offered()).toEqual(['blueberry']);
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', isBusy: false });
    await clock.advance(1_000);
    expect(client.values).toEqual(['b']);
  });
});
