import type { CompletionRef, Era } from '@mcp-typeahead/protocol';
import type { Degraded } from './pipeline/source.js';

/** How a request ended. */
export type CompletionOutcome =
  | 'values'
  /** Nothing matches, or the source has nothing. */
  | 'empty'
  /** The argument has no completer, or does not exist. */
  | 'no-completer'
  /** An argument that the completer needs is not filled yet. */
  | 'missing-context'
  /** The completer shows everybody the same, and the policy wants values that are chosen by who asks. */
  | 'withheld'
  /** Too little typed for a sensitive completer. */
  | 'too-short'
  /** The rules of access forbid it. */
  | 'forbidden'
  /** Another handler answered. */
  | 'passed-on'
  | 'error'
  | 'aborted';

/** One request, when it has ended. Holds no typed text, only its length. */
export interface CompletionEvent {
  outcome: CompletionOutcome;
  era: Era;
  /** Names of things that exist, as their author wrote them; undefined where the client's were not recognised. */
  ref: CompletionRef | undefined;
  argument: string | undefined;
  /** In UTF-16 units. */
  valueLength: number | undefined;
  /** Values sent. */
  count: number;
  total: number | undefined;
  /** Where the candidates came from. */
  from: 'constant' | 'none' | 'hit' | 'stale' | 'miss' | undefined;
  degraded: Degraded | undefined;
  /** Code on the wire, for `error` and `forbidden`. */
  errorCode: number | undefined;
  durationMs: number;
}
