import type { CompletionRef } from '@mcp-typeahead/protocol';
import { describeSlot } from './slot.js';

/** The default log. `console.error` writes to stderr, so it is safe on a stdio server. */
export function logError(
  error: unknown,
  { ref, argument }: { ref: CompletionRef | undefined; argument: string | undefined },
): void {
  const where = ref === undefined || argument === undefined ? '' : ` of ${describeSlot({ ref, argument })}`;
  // oxlint-disable-next-line no-console -- an application that wants another log gives `onError`
  console.error(`mcp-typeahead: completion${where} failed:`, error);
}
