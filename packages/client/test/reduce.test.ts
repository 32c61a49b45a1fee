import { describe, expect, test } from 'vitest';
import type { Answer } from '../src/answer/answer.js';
import type { ArgumentEvent, ArgumentState, ShownList, World } from '../src/argument/argument-state.js';
import { initialState } from '../src/argument/argument-state.js';
import { reduce } from '../src/argument/reduce.js';
import { ClientError } from '../src/client-error.js';

const answer = (text: string, values: readonly string[] = ['x'], nextCursor?: string): Answer => ({
  text,
  items: values.map((value) => ({ value, ranges: [] })),
  total: undefined,
  hasMore: undefined,
  nextCursor,
  degraded: undefined,
  ttlMs: undefined,
  faults: [],
});
const list = (values: readonly string[], origin: ShownList['origin'] = 'cache'): ShownList => {
  const given = answer('', values);
  return { items: given.items, answer: given, origin };
};

/** Nothing is known and nothing is in the way, if not said otherwise. */
const world = (changes: Partial<World> = {}): World => ({
  gate: 'open',
  isCompletable: () => true,
  find: () => undefined,
  narrow: () => undefined,
  show: ({ items, ...rest }) => ({ items, answer: { items, ...rest }, origin: 'server' }),
  debounceMs: 0,
  holdMs: 0,
  ...changes,
});

/** What a field becomes after these events, and what was to be done at each. */
function play(
  events: readonly (readonly [event: ArgumentEvent, world?: Partial<World>])[],
): [state: ArgumentState, effects: string[][]] {
  let state = initialState;
  const done = events.map(([event, changes]) => {
    const step = reduce(state, event, world(changes));
    ({ state } = step);
    return step.effects.map((effect) =>
      Object.values(effect)
        .filter((part) => typeof part !== 'object')
        .join(' '),
    );
  });
  return [state, done];
}

const input = (text: string): ArgumentEvent => ({ type: 'input', text });
const answered = (id: number, text: string, values?: readonly string[]): ArgumentEvent => ({
  type: 'answered',
  id,
  answer: answer(text, values),
});
const failed = (
  id: number,
  code: 'timeout' | 'unsupported' | 'rate-limited',
  retryAfterMs?: number,
): ArgumentEvent => ({
  type: 'failed',
  id,
  error: new ClientError(code, 'no', retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** A field with a list that goes on at a cursor, or ends. */
const withCursor = (cursor: string | undefined): ArgumentState =>
  play([[input('a')], [{ type: 'answered', id: 1, answer: answer('a', ['x'], cursor) }]])[0];

describe('the state machine of a field', () => {
  test('changes nothing that it was given', () => {
    const frozen = Object.freeze({ ...initialState });
    for (const event of [input('a'), { type: 'open' }, { type: 'more' }, answered(1, 'a')] as const) {
      expect(() => reduce(frozen, event, world())).not.toThrow();
    }
  });

  test('asks, and shows the answer', () => {
    expect(play([[input('a')], [answered(1, 'a')]])).toMatchObject([
      { status: 'ready', list: { origin: 'server' }, flight: undefined },
      [['stop', 'stop', 'ask 1 a'], ['stop']],
    ]);
  });

  test('waits for another key, and asks for the last', () => {
    const [state, done] = play([
      [input('a'), { debounceMs: 80 }],
      [input('ab'), { debounceMs: 80 }],
      [{ type: 'elapsed' }],
    ]);
    expect(state).toMatchObject({ status: 'loading', flight: { id: 1, text: 'ab' } });
    expect(done).toEqual([
      ['stop', 'wait 80', 'tell debounced'],
      ['stop', 'wait 80', 'tell debounced'],
      ['stop', 'ask 1 ab'],
    ]);
  });

  test('keeps a request whose text is still the beginning until it sends the next, and gives others up at once', () => {
    const debounced = { debounceMs: 80 };
    expect(play([[input('a')], [input('ab'), debounced]])).toMatchObject([{ flight: { id: 1 } }, {}]);
    expect(play([[input('a')], [input('ab'), debounced], [{ type: 'elapsed' }]])[1][2]).toEqual([
      'cancel 1',
      'stop',
      'ask 2 ab',
    ]);
    expect(play([[input('ab')], [input('x'), debounced]])[1][1]).toEqual([
      'stop',
      'cancel 1',
      'wait 80',
      'tell debounced',
    ]);
  });

  test('does not ask for what is on its way already', () => {
    const [state, done] = play([[input('a')], [input('ab'), { debounceMs: 80 }], [input('a')]]);
    expect(state).toMatchObject({ status: 'loading', flight: { id: 1, text: 'a' } });
    expect(done[2]).toEqual(['stop']);
  });

  test('drops what comes for a request that was given up', () => {
    const before = play([[input('a')], [input('b')]])[0];
    for (const late of [answered(1, 'a'), failed(1, 'timeout'), failed(1, 'unsupported')]) {
      expect(reduce(before, late, world())).toEqual({ state: before, effects: [] });
    }
  });

  test('shows what is known at once, and gives up what was on its way', () => {
    const [state, done] = play([[input('a')], [input('ab'), { find: () => list(['ab']) }]]);
    expect(state).toMatchObject({ status: 'ready', list: { origin: 'cache' }, flight: undefined });
    expect(done[1]).toEqual(['tell cached 1', 'stop', 'cancel 1']);
  });

  test('shows what is known in part, and asks for the rest', () => {
    const [state, done] = play([[input('a'), { find: () => list(['ab'], 'provisional') }]]);
    expect(state).toMatchObject({ status: 'loading', list: { origin: 'provisional' } });
    expect(done[0]).toContain('ask 1 a');
  });

  test('waits for room while the server is busy, then asks for the text as it is then', () => {
    const [state, done] = play([
      [input('a'), { holdMs: 200 }],
      [input('ab'), { debounceMs: 50 }],
      [{ type: 'elapsed' }, { holdMs: 100 }],
      [{ type: 'elapsed' }],
    ]);
    expect(done).toEqual([
      ['stop', 'wait 200', 'tell held'],
      ['stop', 'wait 50', 'tell debounced'],
      ['wait 100', 'tell held'],
      ['stop', 'ask 1 ab'],
    ]);
    expect(state).toMatchObject({ status: 'loading', isDue: false });
  });

  test('asks as soon as an answer makes room', () => {
    const [, done] = play([
      [input('a')],
      [input('ab'), { debounceMs: 50 }],
      [{ type: 'elapsed' }, { holdMs: 100 }],
      [answered(1, 'a')],
    ]);
    expect(done[3]).toEqual(['stop', 'ask 2 ab']);
  });

  test.each(['closed', 'waiting'] as const)('sends nothing while the gate is %s', (gate) => {
    const [state, done] = play([
      [input('a'), { gate, debounceMs: 50 }],
      [{ type: 'open' }, { gate }],
      [{ type: 'elapsed' }, { gate: 'closed' }],
    ]);
    expect(done.flat().some((effect) => effect.startsWith('ask'))).toBe(false);
    expect(state.status).toBe(gate === 'closed' ? 'unsupported' : 'loading');
  });

  test('asks by itself when the gate opens', () => {
    const [state] = play([[input('a'), { gate: 'waiting' }], [{ type: 'connection' }]]);
    expect(state).toMatchObject({ status: 'loading', flight: { text: 'a' } });
  });

  test('ends in an error, and begins again with the next key', () => {
    const [state] = play([[input('a')], [failed(1, 'timeout')]]);
    expect(state).toMatchObject({ status: 'error', error: { code: 'timeout' }, flight: undefined });
    expect(reduce(state, input('a'), world()).state).toMatchObject({ status: 'loading', error: undefined });
  });

  test('tries again by itself only when the server said when', () => {
    const [, done] = play([[input('a')], [failed(1, 'rate-limited', 300)], [{ type: 'elapsed' }]]);
    expect(done.slice(1)).toEqual([['wait 300'], ['stop', 'ask 2 a']]);
    expect(play([[input('a')], [failed(1, 'timeout')]])[1][1]).toEqual([]);
  });

  test('takes a failure for an earlier text for no failure of this one', () => {
    const [state] = play([[input('a')], [input('ab'), { debounceMs: 50 }], [failed(1, 'timeout')]]);
    expect(state).toMatchObject({ status: 'debouncing', error: undefined, flight: undefined });
  });

  test.each(['close', 'set', 'context', 'connection', 'lists'] as const)(
    'on %s gives up what is under way',
    (type) => {
      const event = type === 'set' ? ({ type, text: 'x' } as const) : { type };
      const [, done] = play([[input('a')], [event]]);
      expect(done[1]).toContain('cancel 1');
    },
  );

  test('drops the list with another context or connection, and keeps what matches when a list changed', () => {
    const still = list(['still'], 'provisional');
    const after = (type: 'context' | 'connection' | 'lists'): ShownList | undefined =>
      play([[input('a')], [answered(1, 'a')], [{ type }, { narrow: () => still }]])[0].list;
    expect(after('context')).toBeUndefined();
    expect(after('connection')).toBeUndefined();
    expect(after('lists')).toMatchObject({ origin: 'provisional' });
  });

  test('asks for more once, and only of a list that goes on', () => {
    expect(reduce(withCursor(undefined), { type: 'more' }, world()).effects).toEqual([]);
    const { state, effects } = reduce(withCursor('2'), { type: 'more' }, world());
    expect(effects).toMatchObject([{ type: 'ask', id: 2, text: 'a', after: { nextCursor: '2' } }]);
    expect(reduce(state, { type: 'more' }, world()).effects).toEqual([]);
    expect(reduce(state, { type: 'elapsed' }, world()).state).toBe(state);
  });
});
