import type { CompletionRef } from '@mcp-typeahead/protocol';
import type { Completer } from './completer/completer.js';

/** A prompt or template that exists. */
export interface Located {
  /** As its author wrote it: the template, where the request named an expansion of it. */
  ref: CompletionRef;
  /** The completer of an argument; undefined if the argument has none or does not exist. */
  completer(argument: string): Completer | undefined;
}

/** What can be completed: the declared completers, or those together with what an SDK server has registered. */
export interface Directory {
  /** Undefined if there is no such prompt or template. */
  locate(ref: CompletionRef): Located | undefined;
}
