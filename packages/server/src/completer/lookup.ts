import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Principal } from '../principal.js';
import type { Completer } from './completer.js';
import { functionDefect, makeCompleter } from './completer.js';
import type { CompleterOptions } from './completer-options.js';
import type { SourceAnswer, SourceRequest } from './source.js';

/** What a `lookup` is asked. */
export interface LookupRequest {
  /** The typed text; with a `separator`, the part after the last one. */
  value: string;
  /** The context arguments that the completer `needs` or `uses`, no others. Always an object. */
  arguments: Readonly<Record<string, string>>;
  /** Undefined for an anonymous caller, and always while the cache is shared. */
  principal: Principal | undefined;
  /** Aborts when the last caller that waits for this answer has gone, or at the timeout. */
  signal: AbortSignal;
}

/** All that matches, or a part of it with what is known of the rest. */
export type LookupReply = readonly CandidateInput[] | SourceAnswer;
/** Finds values for the typed text. */
export type LookupFunction = (request: LookupRequest) => LookupReply | Promise<LookupReply>;
/** Loads all values. */
export type LoadFunction = (request: SourceRequest) => LookupReply | Promise<LookupReply>;

/**
 * Asks a function with the typed text. It may return everything or only what matches: the answer is matched and ranked
 * again unless `ranked` says otherwise. Answers are kept per text, context and principal.
 */
export function lookup(search: LookupFunction, options: CompleterOptions = {}): Completer {
  return makeCompleter({ kind: 'query', search }, options, { defect: functionDefect(search, 'lookup') });
}

/** Loads the whole list with a function, once per context and principal, and matches the typed text here. */
export function list(load: LoadFunction, options: CompleterOptions = {}): Completer {
  return makeCompleter({ kind: 'list', load }, options, { defect: functionDefect(load, 'list') });
}
