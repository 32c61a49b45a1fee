import type { Clock } from '../clock.js';
import { systemClock } from '../clock.js';
import type { LinkEvent } from '../events.js';

/** Options of `createTypeahead`. */
export interface TypeaheadOptions {
  /** Resolves when the client has connected; until then fields are loading. @default the client is connected */
  ready?: Promise<unknown>;
  /**
   * Connects the client anew, with a new transport: called once where the server has forgotten the session (HTTP 404), after which
   * the request is sent once more. @default none: the field says `session-gone`
   */
  reconnect?: () => Promise<unknown>;
  /** How long to wait for an answer, in milliseconds. @default 10000 */
  timeoutMs?: number;
  /** How long an answer is kept where the server does not say, in milliseconds. @default 30000 */
  ttlMs?: number;
  /** Most answers kept. @default 200 */
  maxEntries?: number;
  /** In the modern era, opens a stream for changes of the lists, if the server has it. @default true */
  listen?: boolean;
  /** The revision spoken, where the client does not tell: a 2024-11-05 server is asked though it cannot declare completions. */
  protocolVersion?: string;
  /** Told of each step of the five links; never of a text. What it throws is dropped. */
  onEvent?: (event: LinkEvent) => void;
  /** @default the system's */
  clock?: Clock;
}

/** All of them, resolved. */
export interface ConnectionOptions extends Omit<
  Required<TypeaheadOptions>,
  'ready' | 'reconnect' | 'protocolVersion'
> {
  ready: Promise<unknown> | undefined;
  reconnect: (() => Promise<unknown>) | undefined;
  protocolVersion: string | undefined;
}

/** Fills in the defaults. */
export function resolveOptions(options: TypeaheadOptions): ConnectionOptions {
  const { onEvent } = options;
  return {
    ready: options.ready,
    reconnect: options.reconnect,
    protocolVersion: options.protocolVersion,
    timeoutMs: options.timeoutMs ?? 10_000,
    ttlMs: options.ttlMs ?? 30_000,
    maxEntries: options.maxEntries ?? 200,
    listen: options.listen ?? true,
    clock: options.clock ?? systemClock,
    onEvent: (event) => {
      try {
        onEvent?.(event);
      } catch {
        // An observer must not break what it observes.
      }
    },
  };
}
