import type { CompletionRef } from './ref.js';
import { refKey } from './ref-key.js';

/** What tells one completion from another. */
export interface RequestKeyParts {
  ref: CompletionRef;
  /** Name of the argument. */
  argument: string;
  /** Typed text; leave out for a key that all texts share. */
  value?: string;
  /** The order of its names does not matter. */
  context?: Readonly<Record<string, string>>;
  /** Who may share the answer, for example a principal's id. */
  scope?: string;
}

/**
 * A key for caches and single flight. Different parts never give the same key, whatever characters they hold.
 * It contains typed text: never log it.
 */
export function requestKey({ ref, argument, value, context = {}, scope }: RequestKeyParts): string {
  const names = Object.keys(context).sort();
  const entries = names.map((name) => [name, context[name]]);
  return JSON.stringify([refKey(ref), argument, value ?? null, entries, scope ?? null]);
}
