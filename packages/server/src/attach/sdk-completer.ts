import type { Completer } from '../completer/completer.js';
import { functionDefect, isCompleter, makeCompleter } from '../completer/completer.js';
import { maxSchemaDepth, member, nestedSchemas } from '../schema/inner-schemas.js';

/** Where both SDKs keep the callback of `completable(schema, callback)`. */
export const completableKey: symbol = Symbol.for('mcp.completable');

/** Where our own callback keeps the completer that it stands for. */
export const completerKey: symbol = Symbol.for('mcp-typeahead.completer');

/** The SDK's signature of a completer. */
export type SdkCallback = (
  value: string,
  context?: { arguments?: Record<string, string> },
) => readonly unknown[] | Promise<readonly unknown[]>;

/** What `completable` has attached to a schema, however the schema was wrapped since. */
export function callbackOf(schema: unknown, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > maxSchemaDepth) return undefined;
  const attached = (schema as Record<symbol, unknown>)[completableKey];
  if (attached !== undefined) return member(attached, 'complete');
  for (const inner of nestedSchemas(schema)) {
    const found = callbackOf(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A completer around a callback of the SDK's signature: its list is shown as it is, neither matched nor reordered, and never
 * kept, since the callback may close over one request.
 */
export function sdkCompleter(callback: unknown): Completer {
  const own =
    typeof callback === 'function'
      ? (callback as unknown as Record<symbol, unknown>)[completerKey]
      : undefined;
  if (isCompleter(own)) return own;
  return makeCompleter(
    {
      kind: 'query',
      search: async ({ value, arguments: given }) =>
        (await (callback as SdkCallback)(value, { arguments: { ...given } })) as readonly string[],
    },
    { uses: 'all', cache: false, ranked: true, breaker: false, timeoutMs: 30_000 },
    { defect: functionDefect(callback, 'the completer') },
  );
}
