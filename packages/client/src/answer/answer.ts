import type { ExtensionResult } from '@mcp-typeahead/protocol';

/** One value that is offered. */
export interface Suggestion {
  readonly value: string;
  readonly title?: string;
  readonly description?: string;
  /** What to highlight in `value`: `[start, end)` in UTF-16 units. Empty where something else was matched. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** What was wrong with an answer that was used nevertheless. */
export type Fault =
  /** The result is null, or nothing with a `completion` in it. */
  | 'no-completion'
  /** A message that the transport could not read came instead of the answer. */
  | 'unreadable'
  /** `values` is no array. A string is not taken apart into letters. */
  | 'values-not-a-list'
  /** Some values are no strings; they were left out. */
  | 'value-not-a-string'
  /** More than 100 values; up to 1,000 are used. */
  | 'too-many-values'
  /** A value came more than once. */
  | 'duplicate-values'
  /** `total` is null, or no count; it was ignored. */
  | 'bad-total'
  /** `total` is smaller than the number of values; it was ignored. */
  | 'total-too-small'
  /** `hasMore` is null, or no boolean; it was ignored. */
  | 'bad-has-more';

/** What a server answered to one text. */
export interface Answer {
  /** The text that it is the answer to. */
  readonly text: string;
  /** Distinct, in the order of the server. */
  readonly items: readonly Suggestion[];
  /** Number of all matches, if it is known. */
  readonly total: number | undefined;
  /** Whether there are more than `items`; undefined if that is not known. */
  readonly hasMore: boolean | undefined;
  /** Where the list continues, with servers that have the extension. */
  readonly nextCursor: string | undefined;
  /** Why the list may be old or short. */
  readonly degraded: ExtensionResult['degraded'];
  /** How long it may be kept, in milliseconds, if the server says so. */
  readonly ttlMs: number | undefined;
  readonly faults: readonly Fault[];
}

/** Whether the server is known to have nothing else for this text. */
export function isComplete({ hasMore, nextCursor, degraded }: Answer): boolean {
  return hasMore === false && nextCursor === undefined && degraded === undefined;
}
