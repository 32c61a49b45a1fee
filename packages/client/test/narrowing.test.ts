import { describe, expect, test } from 'vitest';
import { result, startingWith } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';

const names = (count: number, start = 'name'): string[] =>
  Array.from({ length: count }, (_, index) => `${start}-${String(index).padStart(3, '0')}`);

describe('a complete answer', () => {
  test('serves every longer text: no request, the list at once, counted exactly', async () => {
    const { field, client, clock, offered } = setUp({ answer: startingWith(['red', 'rose', 'blue']) });
    field.open();
    await clock.advance(50);
    field.input('r');
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', isBusy: false, total: 2, hasMore: false });
    field.input('ro');
    expect(offered()).toEqual(['rose']);
    expect(field.getSnapshot().items[0]?.ranges).toEqual([[0, 2]]);
    await clock.advance(1_000);
    expect(client.values).toEqual(['']);
  });

  test('is known by hasMore: false, or by a total that equals the count, and by nothing else', async () => {
    const variants: readonly (readonly [counts: object, isComplete: boolean])[] = [
      [{ hasMore: false }, true],
      [{ total: 2 }, true],
      [{ total: 2, hasMore: false }, true],
      [{}, false],
      [{ hasMore: true }, false],
      [{ total: 3 }, false],
      [{ total: 3, hasMore: false }, false],
      [{ total: null, hasMore: null }, false],
    ];
    for (const [counts, isComplete] of variants) {
      const { field, client, clock } = setUp({ answer: () => result(['red', 'rose'], counts) });
      field.open();
      await clock.advance(50);
      field.input('r');
      expect(client.values, JSON.stringify(counts)).toEqual(isComplete ? [''] : ['', 'r']);
    }
  });

  test('is not narrowed over a separator or a slash: another part is completed there', async () => {
    for (const separator of ['/', ',', ';', ':', '|', '\\']) {
      const { field, client, clock } = setUp({ answer: () => result([`red${separator}x`, 'rose']) });
      field.input('red');
      await clock.advance(500);
      field.input(`red${separator}`);
      expect(client.values).toEqual(['red', `red${separator}`]);
    }
  });

  test('of which nothing is left makes the server be asked, which may find by other names', async () => {
    const { field, client, clock, offered } = setUp({
      answer: ({ argument }) => result(argument.value === '' ? ['P0', 'P1'] : ['P0']),
    });
    field.open();
    await clock.advance(50);
    field.input('critical');
    expect(client.values).toEqual(['', 'critical']);
    await clock.advance(50);
    expect(offered()).toEqual(['P0']);
  });

  test('is searched by title too, where the server told titles', async () => {
    const { field, client, clock, offered } = setUp({
      answer: () => ({
        ...result(['P0', 'P1']),
        _meta: {
          'io.github.mcp-typeahead/completions': { items: [{ title: 'Critical' }, { title: 'Major' }] },
        },
      }),
    });
    field.open();
    await clock.advance(50);
    field.input('crit');
    expect(offered()).toEqual(['P0']);
    expect(field.getSnapshot().items[0]).toEqual({ value: 'P0', title: 'Critical', ranges: [] });
    expect(client.values).toEqual(['']);
  });

  test('that was degraded or not kept is not narrowed', async () => {
    for (const extension of [{ degraded: 'stale' }, { ttlMs: 0 }]) {
      const { field, client, clock } = setUp({
        answer: () => ({
          ...result(['red', 'rose']),
          _meta: { 'io.github.mcp-typeahead/completions': extension },
        }),
      });
      field.open();
      await clock.advance(50);
      field.input('r');
      expect(client.values).toEqual(['', 'r']);
    }
  });
});

describe('where the server may look in looser bands than it did', () => {
  test('a list that gets shorter than those it is satisfied with is asked for', async () => {
    const few = names(9, 'nab');
    const { field, client, clock } = setUp({ answer: startingWith([...names(40, 'name'), ...few]) });
    field.input('na');
    await clock.advance(500);
    field.input('nam');
    expect(client.values).toEqual(['na']);
    await clock.advance(500);
    field.input('nab');
    expect(client.values).toEqual(['na', 'nab']);
    expect(field.getSnapshot()).toMatchObject({ status: 'loading', isBusy: true });
    expect(field.getSnapshot().items.length).toBeGreaterThanOrEqual(9);
  });

  test('a short answer has seen all bands, and is narrowed on', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(names(12)) });
    for (const text of ['name', 'name-', 'name-0', 'name-00']) {
      field.input(text);
      await clock.advance(500);
    }
    expect(client.values).toEqual(['name']);
  });

  test('from four characters on slips are forgiven, and the server is asked once more', async () => {
    const { field, client, clock } = setUp({ answer: startingWith(['bergen', 'berlin', 'berne']) });
    field.input('ber');
    await clock.advance(500);
    field.input('berl');
    await clock.advance(500);
    field.input('berli');
    await clock.advance(500);
    expect(client.values).toEqual(['ber', 'berl']);
  });

  test('a list of everything needs none of this', async () => {
    const { field, client, clock, offered } = setUp({ answer: startingWith(names(90)) });
    field.open();
    await clock.advance(500);
    for (const text of ['n', 'name-08', 'name-089']) field.input(text);
    expect(offered()).toEqual(['name-089']);
    expect(client.values).toEqual(['']);
  });
});

test('typing "engineering" before 20,000 departments: five requests at most at 120 ms a key, none needless at 400', async () => {
  const kinds = [
    'engineering',
    'engines',
    'energy',
    'english',
    'finance',
    'marketing',
    'sales',
    'legal',
    'design',
  ];
  const places = ['north', 'south', 'east', 'west'];
  const departments = Array.from(
    { length: 20_000 },
    (_, index) => `${kinds[index % 9]}-${places[index % 4]}-${index}`,
  ).filter((name, index) => name.startsWith('e') || index % 2 === 0);
  // Answers are complete from the fourth letter on.
  const engineering = departments.filter((name) => name.startsWith('engi')).slice(0, 60);
  const others = departments.filter((name) => !name.startsWith('engi'));
  for (const [everyMs, atMost] of [
    [120, 5],
    [400, 4],
  ] as const) {
    const { client, type, clock, offered } = setUp({
      answer: startingWith([...engineering, ...others]),
      latencyMs: 50,
    });
    await type('engineering', everyMs);
    await clock.advance(1_000);
    expect(client.values.length).toBeLessThanOrEqual(atMost);
    expect(offered().every((value) => value.startsWith('engineering'))).toBe(true);
  }
});
