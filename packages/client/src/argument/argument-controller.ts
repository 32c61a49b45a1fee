import { defaultLimits } from '@mcp-typeahead/protocol';
import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Answer, Suggestion } from '../answer/answer.js';
import { isComplete } from '../answer/answer.js';
import { ClientError } from '../client-error.js';
import type { Connection, Subject } from '../connection/connection.js';
import { contextKey } from '../connection/context-key.js';
import { toClientError } from '../connection/to-client-error.js';
import type { ArgumentSnapshot } from './argument-snapshot.js';
import { toSnapshot } from './argument-snapshot.js';
import type { ArgumentEvent, ArgumentState, Effect, ShownList, World } from './argument-state.js';
import { initialState } from './argument-state.js';
import type { DebounceOptions } from './debounce.js';
import { debounceFor } from './debounce.js';
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

/** Until an answer has been measured: how long a cancelled request may keep a server busy, and how long that is believed at most. */
const unmeasuredBusyMs = 300;
const maxBusyMs = 1_000;

/** So many beginnings of a text are looked up: what was complete was so early. */
const maxBeginnings = 64;

/** Makes the controller of one field. */
export function createArgumentController(
  connection: Connection,
  options: ArgumentOptions,
): ArgumentController {
  const { ref, argument, minLength = 0, leading = true } = options;
  const { clock, onEvent } = connection.options;
  const listeners = new Set<() => void>();
  const flights = new Map<number, AbortController>();
  /** When the server will be done with what was cancelled, as far as one can tell: few stop their work for it. */
  let busyUntil: number[] = [];
  let state: ArgumentState = { ...initialState, text: options.text ?? '' };
  let snapshot = toSnapshot(state);
  let subject: Subject = { ref, argument, context: { ...options.context } };
  let stopTimer = (): void => undefined;
  let lastInputAt = -Infinity;
  let shownList: unknown;
  let isDisposed = false;

  const of = (): { refType: CompletionRef['type']; argument: string; valueLength: number } => ({
    refType: ref.type,
    argument,
    valueLength: state.text.length,
  });
  const isCompletable = (text: string): boolean =>
    text.length >= minLength && text.length <= defaultLimits.maxValueLength;

  const toList = (answer: Answer, origin: ShownList['origin']): ShownList => ({
    items: connection.narrower.highlight(answer.items, answer.text),
    answer,
    origin,
  });

  /** The answer to the text, or one to its beginning that tells everything; the shortest has seen most. */
  const find = (text: string): ShownList | undefined => {
    const exact = connection.find(subject, text);
    if (exact !== undefined) return toList(exact, 'cache');
    for (let length = 0; length < Math.min(text.length, maxBeginnings); length += 1) {
      const answer = connection.find(subject, text.slice(0, length));
      const items = answer && isComplete(answer) ? connection.narrower.conclude(answer, text) : undefined;
      if (items !== undefined) return { items, answer: undefined, origin: 'narrowed' };
    }
    return undefined;
  };

  const narrow = (list: ShownList, text: string): ShownList | undefined => {
    const items = connection.narrower.narrow(list.items, text);
    return items.length === 0 ? undefined : { items, answer: undefined, origin: 'provisional' };
  };

  const holdMs = (now: number): number => {
    busyUntil = busyUntil.filter((end) => end > now);
    const outstanding = busyUntil.length + (state.flight === undefined ? 0 : 1);
    return outstanding < 2 ? 0 : Math.min(...busyUntil) - now;
  };

  const debounceMs = (event: ArgumentEvent, now: number): number => {
    const ms = debounceFor(options, connection.latencyMs);
    const isFirst = leading && now - lastInputAt > ms;
    return Math.max(connection.blockedMs(), event.type === 'input' && !isFirst ? ms : 0);
  };

  const world = (event: ArgumentEvent): World => {
    const now = clock.now();
    return {
      gate: connection.gate(),
      isCompletable,
      find,
      narrow,
      show: (answer) => toList(answer, 'server'),
      debounceMs: debounceMs(event, now),
      holdMs: holdMs(now),
    };
  };

  const dispatch = (event: ArgumentEvent): void => {
    if (isDisposed) return;
    const [next, effects] = reduce(state, event, world(event));
    if (event.type === 'input') lastInputAt = clock.now();
    const changed = next !== state;
    state = next;
    for (const effect of effects) run(effect);
    if (!changed) return;
    snapshot = toSnapshot(state);
    for (const listener of listeners) listener();
  };

  const run = (effect: Effect): void => {
    switch (effect.type) {
      case 'ask':
        void ask(effect.id, effect.text, effect.after);
        break;
      case 'cancel':
        flights.get(effect.id)?.abort(new DOMException('Another text is in the field', 'AbortError'));
        busyUntil.push(clock.now() + Math.min(connection.latencyMs ?? unmeasuredBusyMs, maxBusyMs));
        break;
      case 'wait':
        stopTimer();
        stopTimer = clock.schedule(() => dispatch({ type: 'elapsed' }), effect.ms);
        break;
      case 'stop':
        stopTimer();
        break;
      case 'tell':
        onEvent({
          link: 'request',
          outcome: effect.outcome,
          ...of(),
          ...(effect.count !== undefined && { count: effect.count }),
        });
        break;
    }
  };

  const ask = async (id: number, text: string, before: Answer | undefined): Promise<void> => {
    const abort = new AbortController();
    flights.set(id, abort);
    const about = subject;
    try {
      const page = await connection.ask(about, text, { signal: abort.signal, cursor: before?.nextCursor });
      // Requests are answered in their order by servers that do one thing after another: what was cancelled before is done.
      busyUntil = [];
      const answer = before === undefined ? page : continued(before, page);
      if (before !== undefined && !abort.signal.aborted) connection.keep(about, answer);
      dispatch({ type: 'answered', id, answer });
    } catch (error) {
      if (!abort.signal.aborted) dispatch({ type: 'failed', id, error: toClientError(error) });
    } finally {
      flights.delete(id);
    }
  };

  const onChange = connection.onChange((change) => {
    // A request that is on its way over a new connection, or about to fail on the old one, speaks for itself.
    if (change === 'lists' || state.flight === undefined) dispatch({ type: 'invalidate' });
  });

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
    input: (text) => dispatch({ type: 'input', text }),
    open: () => dispatch({ type: 'open' }),
    close: () => dispatch({ type: 'close' }),
    select(item) {
      if (isDisposed) return;
      dispatch({ type: 'set', text: typeof item === 'string' ? item : item.value });
      connection.reports.add(ref, argument, 'selected');
      onEvent({ link: 'render', outcome: 'selected', ...of() });
    },
    set: (text) => dispatch({ type: 'set', text }),
    loadMore: () => dispatch({ type: 'more' }),
    setContext(context) {
      if (contextKey(subject.context) === contextKey(context)) return;
      subject = { ...subject, context: { ...context } };
      dispatch({ type: 'context' });
    },
    reportShown() {
      const list = state.list?.answer ?? state.list;
      if (isDisposed || list === undefined || snapshot.items.length === 0 || list === shownList) return;
      shownList = list;
      connection.reports.add(ref, argument, 'shown');
      onEvent({ link: 'render', outcome: 'shown', ...of(), count: snapshot.items.length });
    },
    dispose() {
      dispatch({ type: 'close' });
      isDisposed = true;
      onChange();
      listeners.clear();
    },
  };
}

/** The list with its next page behind it. */
function continued(before: Answer, page: Answer): Answer {
  const known = new Set(before.items.map(({ value }) => value));
  return {
    ...page,
    items: [...before.items, ...page.items.filter(({ value }) => !known.has(value))],
    total: page.total ?? before.total,
  };
}
