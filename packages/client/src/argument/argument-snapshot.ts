import type { Suggestion } from '../answer/answer.js';
import type { ExtensionResult } from '@mcp-typeahead/protocol';
import type { ClientError } from '../client-error.js';
import type { ArgumentState, ArgumentStatus } from './argument-state.js';

/** What a field shows. The same object until something changes. */
export interface ArgumentSnapshot {
  readonly status: ArgumentStatus;
  /** The text in the field. */
  readonly text: string;
  /** Suggestions for this very text. While the answer is awaited, those of the list before that match. */
  readonly items: readonly Suggestion[];
  /** Whether the list may still change, because the server is being asked. */
  readonly isBusy: boolean;
  /** Whether a list is wanted: true after typing and opening, false after choosing and closing. */
  readonly isOpen: boolean;
  /** Number of all matches, where it is known: "showing 100 of 482". */
  readonly total: number | undefined;
  /** Whether there are more than `items`; if so and not `canLoadMore`, type on to see them. Undefined where it is not known. */
  readonly hasMore: boolean | undefined;
  /** Whether `loadMore()` gets more. */
  readonly canLoadMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why the list may be old or short. */
  readonly degraded: ExtensionResult['degraded'];
  /** What went wrong last; undefined again with the next try. */
  readonly error: ClientError | undefined;
}

const none: readonly Suggestion[] = [];

export function toSnapshot(state: ArgumentState): ArgumentSnapshot {
  const { status, text, isOpen, list, moreId, error } = state;
  const isBusy = status === 'debouncing' || status === 'loading';
  const answer = list?.answer;
  const isNarrowed = list?.origin === 'narrowed';
  return {
    status,
    text,
    items: list?.items ?? none,
    isBusy,
    isOpen,
    total: isNarrowed ? list.items.length : answer?.total,
    hasMore: isNarrowed ? false : answer?.hasMore,
    canLoadMore: answer?.nextCursor !== undefined,
    isLoadingMore: moreId !== undefined,
    degraded: answer?.degraded,
    error,
  };
}
