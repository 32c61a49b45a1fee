import type { CompletionRef } from './ref.js';

/** The validated parameters of `completion/complete`. */
export interface CompleteParams {
  ref: CompletionRef;
  argument: { name: string; value: string };
  /** Arguments already filled. Empty if the client sent none; has no prototype. */
  context: Readonly<Record<string, string>>;
  /** `params._meta` as it came, for extensions. */
  meta: Readonly<Record<string, unknown>>;
}

/** The list a client shows. `total` and `hasMore` are absent where not known, never null. */
export interface Completion {
  /** At most 100 distinct strings, best first. */
  values: string[];
  /** Number of all matches; may exceed the values sent. */
  total?: number;
  /** Whether matches exist beyond the values sent. */
  hasMore?: boolean;
}

/** The result of `completion/complete`. */
export interface CompleteResult {
  completion: Completion;
  /** Present in the modern era only. */
  resultType?: 'complete';
  _meta?: Record<string, unknown>;
}

/** The most values one answer may carry (MCP 2026-07-28, server/utilities/completion). */
export const maxValues = 100;
