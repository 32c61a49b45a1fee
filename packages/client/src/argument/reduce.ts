import type { ArgumentEvent, ArgumentState, Effect, ShownList, World } from './argument-state.js';

/** What a field becomes, and what is to be done for it. */
export interface Step {
  readonly state: ArgumentState;
  readonly effects: readonly Effect[];
}

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
export function reduce(before: ArgumentState, event: ArgumentEvent, world: World): Step {
  const effects: Effect[] = [];
  const state = new Turn(effects, world).take(before, event);
  return { state, effects };
}

/** One event: it collects what is to be done. */
class Turn {
  readonly #effects: Effect[];
  readonly #world: World;

  constructor(effects: Effect[], world: World) {
    this.#effects = effects;
    this.#world = world;
  }

  take(state: ArgumentState, event: ArgumentEvent): ArgumentState {
    switch (event.type) {
      case 'input':
        return isKnown(state, event.text) ? state : this.#want({ ...state, text: event.text, isOpen: true });
      case 'open':
        return this.#want({ ...state, isOpen: true });
      case 'close':
        // What is known stays, what was under way does not go on.
        return state.status === 'ready' || state.status === 'empty' || state.status === 'unsupported'
          ? this.#settle({ ...state, isOpen: false }, state.status, state.list)
          : this.#settle({ ...state, isOpen: false }, 'idle', undefined);
      case 'set':
        return this.#settle({ ...state, text: event.text, isOpen: false }, 'idle', undefined);
      case 'context':
      case 'connection':
      case 'lists': {
        const list = event.type === 'lists' && state.isOpen ? state.list : undefined;
        const left = this.#settle(state, 'idle', list);
        return state.isOpen ? this.#want(left) : left;
      }
      case 'elapsed':
        return state.status === 'debouncing' || state.isDue || state.status === 'error'
          ? this.#send(state)
          : state;
      case 'answered':
      case 'failed':
        return event.id === state.moreId ? this.#landMore(state, event) : this.#land(state, event);
      case 'more':
      default:
        return this.#askMore(state);
    }
  }

  /** The list for the text: from what is known, or from the server. */
  #want(state: ArgumentState): ArgumentState {
    const { text, flight } = state;
    const { gate, debounceMs, find, narrow, isCompletable } = this.#world;
    if (gate === 'closed') return this.#settle(state, 'unsupported', undefined);
    if (!isCompletable(text)) return this.#settle(state, 'idle', undefined);
    const found = find(text);
    if (isFinal(found)) return this.#show(state, found);

    this.#cancel(state.moreId);
    this.#do({ type: 'stop' });
    const list = found ?? (state.list && narrow(state.list, text));
    const next: ArgumentState = {
      ...state,
      status: 'loading',
      list,
      moreId: undefined,
      isDue: false,
      error: undefined,
    };
    if (flight?.text === text) return next;
    // An answer to another beginning helps nobody.
    const isUseless = flight !== undefined && !text.startsWith(flight.text);
    const free = isUseless ? this.#ground(next) : next;
    if (gate === 'waiting') return free;
    if (debounceMs === 0) return this.#send(free);
    this.#do({ type: 'wait', ms: debounceMs });
    this.#do({ type: 'tell', outcome: 'debounced' });
    return { ...free, status: 'debouncing' };
  }

  /** Asks the server, giving up what it was asked before; waits if it has too much to do. */
  #send(state: ArgumentState): ArgumentState {
    const { gate, holdMs } = this.#world;
    if (gate === 'closed') return this.#settle(state, 'unsupported', undefined);
    if (holdMs > 0) {
      this.#do({ type: 'wait', ms: holdMs });
      if (!state.isDue) this.#do({ type: 'tell', outcome: 'held' });
      return { ...state, status: 'loading', isDue: true };
    }
    const flight = { id: state.lastId + 1, text: state.text };
    const free = this.#ground(state);
    this.#do({ type: 'stop' });
    this.#do({ type: 'ask', ...flight });
    return { ...free, status: 'loading', isDue: false, error: undefined, flight, lastId: flight.id };
  }

  /** An answer, or a failure, arrives. */
  #land(state: ArgumentState, event: ArgumentEvent & { type: 'answered' | 'failed' }): ArgumentState {
    const { flight, text } = state;
    if (event.id !== flight?.id) return state;
    const isOurs = flight.text === text;
    const landed: ArgumentState = { ...state, flight: undefined };
    if (event.type === 'failed') {
      const { error } = event;
      if (error.code === 'unsupported') return this.#settle(landed, 'unsupported', undefined);
      if (!isOurs) return state.isDue ? this.#send(landed) : landed;
      if (error.retryAfterMs !== undefined) this.#do({ type: 'wait', ms: error.retryAfterMs });
      return { ...landed, status: 'error', isDue: false, error };
    }
    const list = this.#world.show(event.answer);
    if (isOurs) return this.#settle(landed, list.items.length > 0 ? 'ready' : 'empty', list);
    // The answer to an earlier text: it may be enough, and if it is not, what of it matches is better than nothing.
    const found = this.#world.find(text);
    if (isFinal(found)) return this.#show(landed, found);
    const next = { ...landed, list: found ?? this.#world.narrow(list, text) ?? state.list };
    return state.isDue ? this.#send(next) : next;
  }

  #askMore(state: ArgumentState): ArgumentState {
    const { list, moreId, lastId, status, text } = state;
    if (status !== 'ready' || list?.answer?.nextCursor === undefined || moreId !== undefined) return state;
    const id = lastId + 1;
    this.#do({ type: 'ask', id, text, after: list.answer });
    return { ...state, moreId: id, lastId: id, error: undefined };
  }

  #landMore(state: ArgumentState, event: ArgumentEvent & { type: 'answered' | 'failed' }): ArgumentState {
    const landed = { ...state, moreId: undefined };
    // Where it failed the list stays: what is there is right.
    return event.type === 'failed'
      ? { ...landed, error: event.error }
      : { ...landed, list: this.#world.show(event.answer) };
  }

  #show(state: ArgumentState, list: ShownList): ArgumentState {
    const count = list.items.length;
    this.#do({ type: 'tell', outcome: list.origin === 'narrowed' ? 'narrowed' : 'cached', count });
    return this.#settle(state, count > 0 ? 'ready' : 'empty', list);
  }

  /** Nothing is waited for any more. */
  #settle(state: ArgumentState, status: ArgumentState['status'], list: ShownList | undefined): ArgumentState {
    this.#cancel(state.moreId);
    this.#do({ type: 'stop' });
    return { ...this.#ground(state), status, list, moreId: undefined, isDue: false, error: undefined };
  }

  #ground(state: ArgumentState): ArgumentState {
    this.#cancel(state.flight?.id);
    return { ...state, flight: undefined };
  }

  #cancel(id: number | undefined): void {
    if (id !== undefined) this.#do({ type: 'cancel', id });
  }

  #do(effect: Effect): void {
    this.#effects.push(effect);
  }
}

function isFinal(list: ShownList | undefined): list is ShownList {
  return list !== undefined && list.origin !== 'provisional';
}

/** Events come twice, at the end of a composition for instance: the text that is cared for already is not asked for again. */
function isKnown({ text, isOpen, status }: ArgumentState, typed: string): boolean {
  return typed === text && isOpen && status !== 'idle' && status !== 'error' && status !== 'unsupported';
}
