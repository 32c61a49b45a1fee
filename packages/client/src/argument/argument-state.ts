import type { Answer, Suggestion } from '../answer/answer.js';
import type { ClientError } from '../client-error.js';

/**
 * `idle`: nothing is wanted. `debouncing`: waits for the next key. `loading`: waits for the server. `ready`, `empty`: the list is what the
 * server has for the text. `unsupported`: the server completes nothing. `error`: see `error`; the next key tries again.
 */
export type ArgumentStatus = 'idle' | 'debouncing' | 'loading' | 'ready' | 'empty' | 'unsupported' | 'error';

/** A list that is right for the text in the field. */
export interface ShownList {
  readonly items: readonly Suggestion[];
  /** What the server said, if the list is its answer to this text; otherwise it was narrowed from another. */
  readonly answer: Answer | undefined;
  /** Where it comes from; `provisional`: what of the list before matches, until the answer is there. */
  readonly origin: 'server' | 'cache' | 'narrowed' | 'provisional';
}

/** Everything that is known of one field. */
export interface ArgumentState {
  readonly text: string;
  readonly isOpen: boolean;
  readonly status: ArgumentStatus;
  readonly list: ShownList | undefined;
  /** The request that is on its way. It may be for an earlier text, whose answer may still be enough. */
  readonly flight: { readonly id: number; readonly text: string } | undefined;
  /** The request for more of the list. */
  readonly moreId: number | undefined;
  /** The debounce is over, and the request waits until the server has less to do. */
  readonly isDue: boolean;
  readonly error: ClientError | undefined;
  readonly lastId: number;
}

/** How a field begins. */
export const initialState: ArgumentState = {
  text: '',
  isOpen: false,
  status: 'idle',
  list: undefined,
  flight: undefined,
  moreId: undefined,
  isDue: false,
  error: undefined,
  lastId: 0,
};

/** What happens to a field. */
export type ArgumentEvent =
  /** A person typed. */
  | { readonly type: 'input'; readonly text: string }
  /** The list is wanted for the text as it is, at once. */
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  /** A value is in the field that nobody typed: chosen, or set. */
  | { readonly type: 'set'; readonly text: string }
  /** Other arguments were filled in: no list is right any more. */
  | { readonly type: 'context' }
  /** There is another connection, or none: nothing that was shown holds. */
  | { readonly type: 'connection' }
  /** The server has other values than before: until they are there, those of the list that match stay. */
  | { readonly type: 'lists' }
  | { readonly type: 'elapsed' }
  | { readonly type: 'answered'; readonly id: number; readonly answer: Answer }
  | { readonly type: 'failed'; readonly id: number; readonly error: ClientError }
  | { readonly type: 'more' };

/** What the controller has to do. */
export type Effect =
  | { readonly type: 'ask'; readonly id: number; readonly text: string; readonly after?: Answer }
  | { readonly type: 'cancel'; readonly id: number }
  /** Sends `elapsed` after so long, instead of when it was asked to before. */
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'stop' }
  | {
      readonly type: 'tell';
      readonly outcome: 'debounced' | 'held' | 'cached' | 'narrowed';
      readonly count?: number;
    };

/** What there is around a field when something happens. */
export interface World {
  readonly gate: 'open' | 'closed' | 'waiting';
  /** Whether a text is long enough, and short enough, to be completed. */
  readonly isCompletable: (text: string) => boolean;
  /** The list for a text, as far as it is known without the server; provisional, if there may be more. */
  readonly find: (text: string) => ShownList | undefined;
  /** What of a list matches another text. */
  readonly narrow: (list: ShownList, text: string) => ShownList | undefined;
  /** How the answer of the server is shown. */
  readonly show: (answer: Answer) => ShownList;
  /** How long to wait for another key; 0: not at all. */
  readonly debounceMs: number;
  /** How long until the server has room for another request; 0: it has. */
  readonly holdMs: number;
}
