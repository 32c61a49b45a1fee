import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../support/fake-clock.js';
import { clients, connect, subject } from '../support/raw-server.js';
import { result } from '../support/scripted-client.js';
import { eventually } from '../support/eventually.js';

const template = {
  ref: { type: 'ref/resource', uri: 'stars://{constellation}/{star}' },
  argument: 'star',
} as const;

describe.each(clients)('before a real client, %s:', (kind) => {
  test('BUG-004 a server that does not declare completions is never asked, and the field is a plain one', async () => {
    const clock = createFakeClock();
    const { server, typeahead } = await connect(kind, { capabilities: { resources: {} } }, { clock });
    const field = typeahead.argument({
      ref: { type: 'ref/resource', uri: 'x://find{?q,page}' },
      argument: 'q',
    });
    field.open();
    for (const text of ['9', '98', '987']) {
      field.input(text);
      await clock.advance(700);
    }
    expect(field.getSnapshot()).toMatchObject({
      status: 'unsupported',
      text: '987',
      items: [],
      error: undefined,
    });
    expect(typeahead.isSupported()).toBe(false);
    expect(server.sent('completion/complete')).toEqual([]);
  });

  test('BUG-005 the declaration of completions is all that is needed: no prompts have to be', async () => {
    const { typeahead, server } = await connect(kind, {
      capabilities: { completions: {}, resources: {} },
      on: { 'completion/complete': () => complete(['vega', 'velorum']) },
    });
    const { items } = await typeahead.complete({ ...template, argument: 'star', value: 've' });
    expect(items.map(({ value }) => value)).toEqual(['vega', 'velorum']);
    expect(server.sent('completion/complete')).toHaveLength(1);
  });

  test('BUG-010 the call is there, for templates too, with the arguments that are filled in', async () => {
    const { typeahead, server } = await connect(kind, {
      on: {
        'completion/complete': ({ context }) =>
          complete(context?.arguments?.constellation === 'lyra' ? ['vega'] : []),
      },
    });
    const { items } = await typeahead.complete({
      ...template,
      value: 've',
      context: { constellation: 'lyra' },
    });
    expect(items.map(({ value }) => value)).toEqual(['vega']);
    expect(server.sent('completion/complete')[0]?.params).toMatchObject({
      ref: template.ref,
      argument: { name: 'star', value: 've' },
      context: { arguments: { constellation: 'lyra' } },
    });
  });

  test('BUG-029 total and hasMore may be missing, null or wrong: the values are used, and what is wrong is told', async () => {
    const results = [
      [{ values: ['a'] }, { total: undefined, hasMore: undefined, faults: [] }],
      [
        { values: ['a'], total: null, hasMore: null },
        { total: undefined, hasMore: undefined, faults: ['bad-total', 'bad-has-more'] },
      ],
      [
        { values: ['a'], total: 0 },
        { total: undefined, hasMore: undefined, faults: ['total-too-small'] },
      ],
      [
        { values: ['a'], hasMore: true },
        { total: undefined, hasMore: true, faults: [] },
      ],
    ] as const;
    let completion: object = {};
    const { typeahead } = await connect(kind, {
      on: { 'completion/complete': () => ({ completion, resultType: 'complete' }) },
    });
    for (const [index, [sent, expected]] of results.entries()) {
      completion = sent;
      const answer = await typeahead.complete({ ...subject, value: String(index) });
      expect(answer).toMatchObject({
        items: [{ value: 'a' }],
        ...expected,
        faults: expect.arrayContaining([...expected.faults]),
      });
      expect(answer.faults).toHaveLength(expected.faults.length);
    }
  });

  test('BUG-062 after any list_changed the answers before it are forgotten', async () => {
    let known = ['x'];
    const { typeahead, server } = await connect(kind, {
      on: { 'completion/complete': () => complete(known) },
    });
    const values = async (): Promise<string[]> =>
      (await typeahead.complete(subject)).items.map(({ value }) => value);
    for (const list of ['prompts', 'resources']) {
      const before = await values();
      known = [...known, `${list}-new`];
      expect(await values()).toEqual(before);
      const changed = new Promise((resolve) => typeahead.onChange(resolve));
      server.write({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` });
      expect(await changed).toBe('lists');
      expect(await values()).toEqual(known);
    }
  });

  test('BUG-156 what takes too long is given up: rejected, cancelled on the wire once, and its answer ignored', async () => {
    const clock = createFakeClock();
    let id: unknown;
    const { typeahead, server } = await connect(
      kind,
      { on: { 'completion/complete': (_, given) => void (id = given) } },
      { clock },
    );
    const given = typeahead.complete({ ...subject, timeoutMs: 200 }).catch((error: unknown) => error);
    await eventually(() => expect(server.sent('completion/complete')).toHaveLength(1));
    await clock.advance(199);
    expect(server.sent('notifications/cancelled')).toEqual([]);
    await clock.advance(1);
    expect(await given).toMatchObject({ name: 'ClientError', code: 'timeout' });
    await eventually(() => expect(server.sent('notifications/cancelled')).toHaveLength(1));
    expect(server.sent('notifications/cancelled')[0]?.params).toMatchObject({ requestId: id });
    server.write({ jsonrpc: '2.0', id, result: complete(['late']) });
    await wait(0);
    expect(clock.waiting).toBe(0);
    expect(server.sent('notifications/cancelled')).toHaveLength(1);
  });
});

/** A result in either era: the legacy one takes what it does not know. */
function complete(values: readonly string[]): object {
  return { ...result(values), resultType: 'complete' };
}
