import type { CandidateInput } from '@mcp-typeahead/rank';
import type { Answer } from './answer.js';
import type { CompleterOptions, ResolvedCompleterOptions } from './completer-options.js';
import { optionsDefect, resolveCompleterOptions } from './completer-options.js';
import type { Source } from './source.js';

/** A source plus options for one argument. Make it with `values`, `list`, `lookup`, `enumOf` or `completer`. */
export interface Completer {
  readonly kind: 'completer';
  readonly source: Source;
  readonly options: ResolvedCompleterOptions;
  /** The checked candidates of a list that never changes. */
  readonly constant: Answer | undefined;
  /** What is wrong with it. Thrown by whoever knows which argument it is for. */
  readonly defect: string | undefined;
}

/** An array stands for `values(array)`. */
export type CompleterInput = Completer | readonly CandidateInput[];

/** A completer over a source of your own. */
export function completer(source: Source, options: CompleterOptions = {}): Completer {
  return makeCompleter(source, options, { defect: sourceDefect(source) });
}

export function makeCompleter(
  source: Source,
  options: CompleterOptions,
  parts: { constant?: Answer | undefined; defect?: string | undefined } = {},
): Completer {
  const resolved = resolveCompleterOptions(options);
  return {
    kind: 'completer',
    source,
    options: resolved,
    constant: parts.constant,
    defect: parts.defect ?? optionsDefect(resolved),
  };
}

/** Whether this is a completer, by whichever copy of this package. */
export function isCompleter(value: unknown): value is Completer {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'completer';
}

function sourceDefect(source: unknown): string | undefined {
  if (typeof source !== 'object' || source === null)
    return 'a source is an object with kind "list" or "query"';
  const { kind, load, search } = source as Record<string, unknown>;
  if (kind === 'list') return functionDefect(load, 'load');
  if (kind === 'query') return functionDefect(search, 'search');
  return 'a source is an object with kind "list" or "query"';
}

/** Why `value` cannot answer completions; undefined if it can. Its number of parameters is of no account. */
export function functionDefect(value: unknown, name: string): string | undefined {
  if (typeof value !== 'function')
    return `${name} must be a function, got ${value === null ? 'null' : typeof value}`;
  return Object.prototype.toString.call(value) === '[object AsyncGeneratorFunction]'
    ? `${name} is an async generator: return an array, or a promise of one`
    : undefined;
}
