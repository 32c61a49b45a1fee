import { defaultLimits } from '@mcp-typeahead/protocol';
import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Suggestion } from '../answer/answer.js';
import type { EventSubject } from '../events.js';
import type { Connection, Subject } from '../connection/connection.js';
import { contextKey } from '../connection/context-key.js';
import type { ArgumentSnapshot } from './argument-snapshot.js';
import { toSnapshot } from './argument-snapshot.js';
import type { ArgumentEvent, ArgumentState, Effect, World } from './argument-state.js';
import { initialState } from './argument-state.js';
import type { DebounceOptions } from './debounce.js';
import { debounceFor } from './debounce.js';
import { Flights } from './flights.js';
import { findList, narrowList, toList } from './known-lists.js';
import { reduce } from './reduce.js';

/** What a field completes, and how. */
export interface ArgumentOptions extends DebounceOptions {
  ref: CompletionRef;
  /** Name of the argument or of the variable. */
  argument: string;
  /** The other arguments that are filled in. @default none */
  context?: Readonly<Record<string, string>>;
  /** The text that is in the field at first. @default '' */
  text?: string;
  /** Shorter texts are not completed. @default 0 */
  minLength?: number;
}

/** The suggestions of one field. Nothing it does changes the text: only `input`, `select` and `set` do. */
export interface ArgumentController {
  /** What there is to show; the same object until it changes. */
  getSnapshot(): ArgumentSnapshot;
  /** Calls back after each change. The function returned ends that. */
  subscribe(listener: () => void): () => void;
  /** A person typed: this is the text in the field now. */
  input(text: string): void;
  /** The list is wanted for the text as it is, without waiting: on focus, on ArrowDown, on Ctrl+Space. */
  open(): void;
  /** No list is wanted: on Escape, on blur, on submit. What is on its way is cancelled. */
  close(): void;
  /** A person chose this: it becomes the text, and nothing is asked for it. */
  select(item: Suggestion | string): void;
  /** Puts a text into the field that nobody typed, and asks nothing. */
  set(text: string): void;
  /** Continues the list, if `canLoadMore`. */
  loadMore(): void;
  /** What the other fields hold now. */
  setContext(context: Readonly<Record<string, string>>): void;
  /** A list has been painted: counted for link 4, once for each list. */
  reportShown(): void;
  /** Ends everything. A field that was disposed of does nothing more. */
  dispose(): void;
}

/** Makes the controller of one field. */
export function createArgumentController(
  connection: Connection,
  options: ArgumentOptions,
): ArgumentController {
  const field = new Field(connection, options);
  return {
    getSnapshot: () => field.snapshot,
    subscribe: (listener) => field.subscribe(listener),
    input: (text) => field.dispatch({ type: 'input', text }),
    open: () => field.dispatch({ type: 'open' }),
    close: () => field.dispatch({ type: 'close' }),
    select: (item) => field.select(typeof item === 'string' ? item : item.value),
    set: (text) => field.dispatch({ type: 'set', text }),
    loadMore: () => field.dispatch({ type: 'more' }),
    setContext: (context) => field.setContext(context),
    reportShown: () => field.reportShown(),
    dispose: () => field.dispose(),
  };
}

/** The state of one field, and what is done for it. */
class Field {
  snapshot: ArgumentSnapshot;
  readonly #connection: Connection;
  readonly #options: ArgumentOptions;
  readonly #flights: Flights;
  readonly #listeners = new Set<() => void>();
  readonly #leave: () => void;
  #subject: Subject;
  #state: ArgumentState;
  #stopTimer: (() => void) | undefined;
  #lastInputAt = -Infinity;
  #reported: unknown;
  #isDisposed = false;

  constructor(connection: Connection, options: ArgumentOptions) {
    const { ref, argument, context, text = '' } = options;
    this.#connection = connection;
    this.#options = options;
    this.#subject = { ref, argument, context: { ...context } };
    this.#state = { ...initialState, text };
    this.snapshot = toSnapshot(this.#state);
    this.#flights = new Flights(connection, (landing) => this.dispatch(landing));
    this.#leave = connection.onChange((change, isOwn) => {
      // Asking again what is being sent again would never end with a server that forgets each session.
      if (!isOwn || this.#state.flight === undefined) this.dispatch({ type: change });
    });
  }

  subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  dispatch(event: ArgumentEvent): void {
    if (this.#isDisposed) return;
    const { state: next, effects } = reduce(this.#state, event, this.#world(event));
    if (event.type === 'input') this.#lastInputAt = this.#connection.options.clock.now();
    const isChanged = next !== this.#state;
    this.#state = next;
    for (const effect of effects) this.#run(effect);
    if (!isChanged) return;
    this.snapshot = toSnapshot(next);
    for (const listener of this.#listeners) listener();
  }

  select(text: string): void {
    if (this.#isDisposed) return;
    this.dispatch({ type: 'set', text });
    this.#reportRender('selected', undefined);
  }

  setContext(context: Readonly<Record<string, string>>): void {
    if (contextKey(this.#subject.context) === contextKey(context)) return;
    this.#subject = { ...this.#subject, context: { ...context } };
    this.dispatch({ type: 'context' });
  }

  reportShown(): void {
    const { list } = this.#state;
    const count = list?.items.length ?? 0;
    // What has been cached, and comes again, is another list for whoever sees it; what is painted again is not.
    if (this.#isDisposed || count === 0 || list === this.#reported) return;
    this.#reported = list;
    this.#reportRender('shown', count);
  }

  dispose(): void {
    this.dispatch({ type: 'close' });
    this.#isDisposed = true;
    this.#leave();
    this.#listeners.clear();
  }

  #world({ type }: ArgumentEvent): World {
    const connection = this.#connection;
    const subject = this.#subject;
    const { minLength = 0, leading = true } = this.#options;
    const waitMs = debounceFor(this.#options, connection.latencyMs);
    const isFirst = leading && connection.options.clock.now() - this.#lastInputAt > waitMs;
    return {
      gate: connection.gate(),
      isCompletable: (text) => text.length >= minLength && text.length <= defaultLimits.maxValueLength,
      find: (text) => findList(connection, subject, text),
      narrow: (list, text) => narrowList(connection, list, text),
      show: (answer) => toList(connection, answer, 'server'),
      debounceMs: Math.max(connection.blockedMs(), type === 'input' && !isFirst ? waitMs : 0),
      holdMs: this.#flights.holdMs(this.#state.flight !== undefined),
    };
  }

  #run(effect: Effect): void {
    const { clock, onEvent } = this.#connection.options;
    switch (effect.type) {
      case 'ask':
        void this.#flights.ask(effect.id, this.#subject, effect.text, effect.after);
        break;
      case 'cancel':
        this.#flights.cancel(effect.id);
        break;
      case 'wait':
        this.#stopTimer?.();
        this.#stopTimer = clock.schedule(() => this.dispatch({ type: 'elapsed' }), effect.ms);
        break;
      case 'stop':
        this.#stopTimer?.();
        break;
      case 'tell':
        onEvent({ link: 'request', outcome: effect.outcome, count: effect.count, ...this.#about() });
        break;
    }
  }

  #reportRender(outcome: 'shown' | 'selected', count: number | undefined): void {
    const { reports, options } = this.#connection;
    reports.add(this.#subject.ref, this.#subject.argument, outcome);
    options.onEvent({ link: 'render', outcome, count, ...this.#about() });
  }

  #about(): Required<EventSubject> {
    const { ref, argument } = this.#subject;
    return { refType: ref.type, argument, valueLength: this.#state.text.length };
  }
}
