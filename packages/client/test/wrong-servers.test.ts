import type { Fault } from '@mcp-typeahead/client';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from './support/fake-clock.js';
import { clients, connect, RawError, subject } from './support/raw-server.js';
import { eventually } from './support/eventually.js';

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `v${index}`);

/** What is sent as the result, what of it is offered, and what is told to be wrong with it. */
const wrong: Readonly<
  Record<string, readonly [result: unknown, values: readonly string[], faults: readonly Fault[]]>
> = {
  'values alone': [{ completion: { values: ['a'] } }, ['a'], []],
  'more than 100 values': [
    { completion: { values: many(101), total: 101, hasMore: false } },
    many(101),
    ['too-many-values'],
  ],
  'far too many values': [{ completion: { values: many(5_000) } }, many(1_000), ['too-many-values']],
  'values that are no strings': [
    { completion: { values: ['a', 5, null, { x: 1 }, 'b'] } },
    ['a', 'b'],
    ['value-not-a-string'],
  ],
  'a string for the values': [{ completion: { values: 'ab', total: 2 } }, [], ['values-not-a-list']],
  'no values': [{ completion: { total: 0 } }, [], ['values-not-a-list']],
  'no completion': [{}, [], ['no-completion']],
  'a completion that is a list': [{ completion: ['a'] }, [], ['no-completion']],
  'null for total': [{ completion: { values: ['a'], total: null } }, ['a'], ['bad-total']],
  'null for hasMore': [{ completion: { values: ['a'], hasMore: null } }, ['a'], ['bad-has-more']],
  'a fraction for total': [{ completion: { values: ['a'], total: 1.5 } }, ['a'], ['bad-total']],
  'a negative total': [{ completion: { values: ['a'], total: -1 } }, ['a'], ['bad-total']],
  'letters for total': [{ completion: { values: ['a'], total: 'many' } }, ['a'], ['bad-total']],
  'a total that is too small': [
    { completion: { values: ['a', 'b'], total: 1 } },
    ['a', 'b'],
    ['total-too-small'],
  ],
  duplicates: [{ completion: { values: ['a', 'a', 'b', 'a'], total: 4 } }, ['a', 'b'], ['duplicate-values']],
  'members that nobody knows': [{ completion: { values: ['a'], labels: ['A'] }, other: 1 }, ['a'], []],
  'control characters': [
    { completion: { values: ['\u001b[31mred', 'line\nbreak'] } },
    ['\u001b[31mred', 'line\nbreak'],
    [],
  ],
  null: [null, [], ['no-completion']],
  'a list': [['a'], [], ['no-completion']],
  'a string': ['abc', [], ['no-completion']],
  'items that describe nothing': [
    {
      completion: { values: ['a'] },
      _meta: { 'io.github.mcp-typeahead/completions': { items: 'x', ttlMs: 'long', nextCursor: 5 } },
    },
    ['a'],
    [],
  ],
};

const withType = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && !Array.isArray(result)
    ? { resultType: 'complete', ...result }
    : result;

describe.each(clients)('before a server that answers wrongly, SDK %s:', (kind) => {
  test.each(Object.entries(wrong))(
    'of %s what is usable is used, and the rest is told',
    async (_, [result, values, faults]) => {
      const clock = createFakeClock();
      const { typeahead, events } = await connect(
        kind,
        { on: { 'completion/complete': () => withType(result) } },
        { clock },
      );
      const field = typeahead.argument(subject);
      field.open();
      await eventually(() => expect(field.getSnapshot().isBusy).toBe(false));
      expect(field.getSnapshot()).toMatchObject({
        status: values.length > 0 ? 'ready' : 'empty',
        error: undefined,
      });
      expect(field.getSnapshot().items.map(({ value }) => value)).toEqual(values);
      expect(events.filter(({ link }) => link === 'result')).toMatchObject([
        { faults, count: values.length },
      ]);
      expect(clock.waiting).toBe(0);
    },
  );

  test('what nobody could read is not kept', async () => {
    let result: unknown = null;
    const { typeahead } = await connect(kind, { on: { 'completion/complete': () => withType(result) } });
    expect((await typeahead.complete(subject)).items).toEqual([]);
    result = { completion: { values: ['now'] } };
    expect((await typeahead.complete(subject)).items).toMatchObject([{ value: 'now' }]);
  });

  test('an error is kept apart from an empty list, and its words are not shown', async () => {
    const { typeahead } = await connect(kind, {
      on: { 'completion/complete': () => new RawError(-32_602, 'secret /etc/path', { suggestions: ['y'] }) },
    });
    const field = typeahead.argument(subject);
    field.input('x');
    await eventually(() => expect(field.getSnapshot().status).toBe('error'));
    const { error, text, items } = field.getSnapshot();
    expect({ text, items }).toEqual({ text: 'x', items: [] });
    expect(error).toMatchObject({ code: 'refused', rpcCode: -32_602 });
    expect(error?.message).not.toContain('secret');
  });

  test('a server that says nothing is given up after the timeout, and asked again with the next key', async () => {
    const clock = createFakeClock();
    let isSilent = true;
    const { typeahead, server } = await connect(
      kind,
      {
        on: {
          'completion/complete': () => (isSilent ? undefined : withType({ completion: { values: ['x'] } })),
        },
      },
      { clock, timeoutMs: 2_000 },
    );
    const field = typeahead.argument(subject);
    field.input('a');
    await eventually(() => expect(server.sent('completion/complete')).toHaveLength(1));
    await clock.advance(2_000);
    expect(field.getSnapshot()).toMatchObject({ status: 'error', isBusy: false, error: { code: 'timeout' } });
    isSilent = false;
    field.input('ab');
    await eventually(() => expect(field.getSnapshot().status).toBe('ready'));
    expect(clock.waiting).toBe(0);
  });

  test('-32601 is remembered for the connection, and only for that', async () => {
    const { typeahead, server, events, reconnect } = await connect(kind, {});
    const field = typeahead.argument(subject);
    field.input('a');
    await eventually(() => expect(field.getSnapshot().status).toBe('unsupported'));
    field.input('ab');
    field.open();
    await expect(typeahead.complete(subject)).rejects.toMatchObject({ code: 'unsupported' });
    expect(server.sent('completion/complete')).toHaveLength(1);
    expect(events.filter(({ link }) => link === 'capability')).toEqual([
      { link: 'capability', outcome: 'declared' },
      { link: 'capability', outcome: 'refused' },
    ]);
    await reconnect({ on: { 'completion/complete': () => withType({ completion: { values: ['back'] } }) } });
    field.input('abc');
    await eventually(() => expect(field.getSnapshot().items).toMatchObject([{ value: 'back' }]));
  });
});
