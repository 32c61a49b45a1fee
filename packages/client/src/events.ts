import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Fault } from './answer/answer.js';
import type { ClientErrorCode } from './client-error.js';

/** What every event has. Never a text: neither what was typed nor what was offered. */
export interface EventSubject {
  /** Undefined for what belongs to no argument. */
  readonly refType?: CompletionRef['type'];
  readonly argument?: string;
  /** Length of the typed text, in UTF-16 units. */
  readonly valueLength?: number;
}

/** Link 1: what the server declares, once a connection and when it changes. */
export interface CapabilityEvent extends EventSubject {
  readonly link: 'capability';
  readonly outcome: 'declared' | 'undeclared' | 'refused';
}

/** Link 2: what became of a wish for suggestions. */
export interface RequestEvent extends EventSubject {
  readonly link: 'request';
  /**
   * `debounced` waits for the next key, `held` for a server that is busy with two; `sent` went out; `cached` and `narrowed` needed no
   * request; `cancelled` was given up.
   */
  readonly outcome: 'debounced' | 'held' | 'sent' | 'cached' | 'narrowed' | 'cancelled';
  /** Number of filled arguments that went along, for `sent`; number of suggestions for `cached` and `narrowed`. */
  readonly count?: number | undefined;
}

/** Link 3: what came back. */
export interface ResultEvent extends EventSubject {
  readonly link: 'result';
  /** `late` came after it had been given up. */
  readonly outcome: 'values' | 'empty' | 'failed' | 'late';
  readonly count?: number | undefined;
  readonly durationMs?: number;
  readonly errorCode?: ClientErrorCode;
  readonly faults?: readonly Fault[];
}

/** Link 4: what a person saw, and chose. */
export interface RenderEvent extends EventSubject {
  readonly link: 'render';
  readonly outcome: 'shown' | 'selected';
  readonly count?: number | undefined;
}

/** Link 5: what became of the form. */
export interface DownstreamEvent extends EventSubject {
  readonly link: 'downstream';
  readonly outcome: 'submitted' | 'failed';
  /** Number of filled arguments. */
  readonly count?: number | undefined;
  readonly errorCode?: ClientErrorCode;
}

/** One step of one of the five links, from the capability to what comes of a chosen value. */
export type LinkEvent = CapabilityEvent | RequestEvent | ResultEvent | RenderEvent | DownstreamEvent;
