import type { ArgumentEvent, ArgumentState, Effect, ShownList, World } from './argument-state.js';

/** What a field becomes, and what is to be done for it. */
export type Step = readonly [state: ArgumentState, effects: readonly Effect[]];

/**
 * The state machine of one field. Pure: time, cache and wire are in `world`, what is to be done is in the effects.
 *
 *     text      a      an          ant
 *     wire      a ─────────× cancelled when the next is sent
 *                      └ wait ┘ └ wait ┘ ant ────── answer
 *     list      …      narrowed from what is there…  the answer
 *
 * An answer counts only while its request is `flight`; whatever comes for a request that was given up is dropped.
 */
export function reduce(state: ArgumentState, event: ArgumentEvent, world: World): Step {
  switch (event.type) {
    case 'input':
      if (isKnown(state, event.text)) return [state, []];
      return want({ ...state, text: event.text, isOpen: true }, world);
    case 'open':
      return want({ ...state, isOpen: true }, world);
    case 'close':
      return rest({ ...state, isOpen: false });
    case 'set':
      return reset({ ...state, text: event.text, isOpen: false, list: undefined });
    case 'context':
    case 'connection':
    case 'lists': {
      const list = event.type === 'lists' ? state.list : undefined;
      const [left, effects] = reset({ ...state, list });
      if (!state.isOpen) return [{ ...left, list: undefined }, effects];
      return after(effects, want(left, world));
    }
    case 'elapsed':
      return state.status === 'debouncing' || state.isDue || state.status === 'error'
        ? send(state, world)
        : [state, []];
    case 'answered':
    case 'failed':
      return event.id === state.moreId ? landMore(state, event, world) : land(state, event, world);
    case 'more':
    default:
      return askMore(state);
  }
}

/** Events come twice, at the end of a composition for instance: the text that is cared for already is not asked for again. */
function isKnown({ text, isOpen, status }: ArgumentState, typed: string): boolean {
  return typed === text && isOpen && status !== 'idle' && status !== 'error' && status !== 'unsupported';
}

/** The list for the text: from what is known, or from the server. */
function want(state: ArgumentState, world: World): Step {
  const { text, flight } = state;
  if (world.gate === 'closed') return settle(state, 'unsupported', undefined);
  if (!world.isCompletable(text)) return settle(state, 'idle', undefined);
  const found = world.find(text);
  if (found !== undefined && found.origin !== 'provisional') return show(state, found);

  const [rested, effects] = cancelMore({ ...state, error: undefined, isDue: false });
  const list = found ?? (state.list && world.narrow(state.list, text));
  const next = { ...rested, list };
  if (flight?.text === text) return [{ ...next, status: 'loading' }, [...effects, { type: 'stop' }]];
  // An answer to another beginning helps nobody.
  const [free, cancelling] =
    flight !== undefined && !text.startsWith(flight.text) ? cancelFlight(next) : [next, []];
  const all = [...effects, ...cancelling];
  if (world.gate === 'waiting') return [{ ...free, status: 'loading' }, [...all, { type: 'stop' }]];
  if (world.debounceMs === 0) return after(all, send(free, world));
  const waiting: Effect[] = [
    { type: 'wait', ms: world.debounceMs },
    { type: 'tell', outcome: 'debounced' },
  ];
  return [{ ...free, status: 'debouncing' }, [...all, ...waiting]];
}

/** Asks the server, giving up what it was asked before; waits if it has too much to do. */
function send(state: ArgumentState, world: World): Step {
  if (world.gate === 'closed') return settle(state, 'unsupported', undefined);
  if (world.holdMs > 0) {
    const holding: Effect[] = [{ type: 'wait', ms: world.holdMs }];
    if (!state.isDue) holding.push({ type: 'tell', outcome: 'held' });
    return [{ ...state, status: 'loading', isDue: true }, holding];
  }
  const [free, effects] = cancelFlight(state);
  const id = state.lastId + 1;
  const flight = { id, text: state.text };
  return [
    { ...free, status: 'loading', isDue: false, error: undefined, flight, lastId: id },
    [...effects, { type: 'stop' }, { type: 'ask', ...flight }],
  ];
}

/** An answer, or a failure, arrives. */
function land(
  state: ArgumentState,
  event: ArgumentEvent & { type: 'answered' | 'failed' },
  world: World,
): Step {
  const { flight, text } = state;
  if (event.id !== flight?.id) return [state, []];
  const landed = { ...state, flight: undefined };
  if (event.type === 'failed') {
    if (event.error.code === 'unsupported') return settle(landed, 'unsupported', undefined);
    if (flight.text !== text) return state.isDue ? send(landed, world) : [landed, []];
    const { retryAfterMs } = event.error;
    return [
      { ...landed, status: 'error', isDue: false, error: event.error },
      retryAfterMs === undefined ? [] : [{ type: 'wait', ms: retryAfterMs }],
    ];
  }
  const list = world.show(event.answer);
  if (flight.text === text) return settle(landed, list.items.length > 0 ? 'ready' : 'empty', list);
  // The answer to an earlier text: it may be enough, and if it is not, what of it matches is better than nothing.
  const found = world.find(text);
  if (found !== undefined && found.origin !== 'provisional') return show(landed, found);
  const next = { ...landed, list: found ?? world.narrow(list, text) ?? state.list };
  return state.isDue ? send(next, world) : [next, []];
}

function askMore(state: ArgumentState): Step {
  const { list, moreId, lastId, status } = state;
  if (status !== 'ready' || list?.answer?.nextCursor === undefined || moreId !== undefined)
    return [state, []];
  const id = lastId + 1;
  return [
    { ...state, moreId: id, lastId: id, error: undefined },
    [{ type: 'ask', id, text: state.text, after: list.answer }],
  ];
}

function landMore(
  state: ArgumentState,
  event: ArgumentEvent & { type: 'answered' | 'failed' },
  world: World,
): Step {
  const landed = { ...state, moreId: undefined };
  // The list stays: what is there is right.
  if (event.type === 'failed') return [{ ...landed, error: event.error }, []];
  return [{ ...landed, list: world.show(event.answer) }, []];
}

function show(state: ArgumentState, list: ShownList): Step {
  const count = list.items.length;
  const outcome = list.origin === 'narrowed' ? 'narrowed' : 'cached';
  return after([{ type: 'tell', outcome, count }], settle(state, count > 0 ? 'ready' : 'empty', list));
}

/** Nothing is waited for any more. */
function settle(state: ArgumentState, status: ArgumentState['status'], list: ShownList | undefined): Step {
  const [left, effects] = giveUp(state);
  return [{ ...left, status, list, error: undefined }, effects];
}

function reset(state: ArgumentState): Step {
  const [left, effects] = giveUp(state);
  return [{ ...left, status: 'idle', error: undefined }, effects];
}

/** What is known stays, what was under way does not go on. */
function rest(state: ArgumentState): Step {
  const isBusy = state.status === 'debouncing' || state.status === 'loading' || state.status === 'error';
  return isBusy ? settle(state, 'idle', undefined) : giveUp(state);
}

function giveUp(state: ArgumentState): Step {
  const [grounded, cancelling] = cancelFlight(state);
  const [left, effects] = cancelMore(grounded);
  return [{ ...left, isDue: false }, [...cancelling, ...effects, { type: 'stop' }]];
}

function cancelFlight(state: ArgumentState): Step {
  if (state.flight === undefined) return [state, []];
  return [{ ...state, flight: undefined }, [{ type: 'cancel', id: state.flight.id }]];
}

function cancelMore(state: ArgumentState): Step {
  if (state.moreId === undefined) return [state, []];
  return [{ ...state, moreId: undefined }, [{ type: 'cancel', id: state.moreId }]];
}

function after(effects: readonly Effect[], [state, more]: Step): Step {
  return [state, [...effects, ...more]];
}
