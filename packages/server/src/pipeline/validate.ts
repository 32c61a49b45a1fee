import type { CompleteParams, Limits } from '@mcp-typeahead/protocol';
import { parseCompleteParams } from '@mcp-typeahead/protocol';

/**
 * Stage 1. Returns the error rather than throwing it: a malformed request is counted before it is refused.
 */
export function validateParams(
  params: unknown,
  limits: Partial<Limits>,
): CompleteParams | { error: unknown } {
  try {
    return parseCompleteParams(params, limits);
  } catch (error) {
    return { error };
  }
}
