import type { CompletionRef } from './ref.js';

/** Key of our extension in capabilities and in `_meta`, on requests and results. */
export const extensionKey = 'io.github.mcp-typeahead/completions';

/** What a client may ask for in `params._meta[extensionKey]`. Whoever does not know it ignores it. */
export interface ExtensionRequest {
  /** Whether to describe each value. */
  items?: boolean;
  /** A `nextCursor`: continue there. */
  cursor?: string;
  /** Values wanted, at most 100. */
  limit?: number;
  /** What became of earlier answers. */
  report?: readonly RenderReport[];
}

/** Counts only: how often a client showed a list of values, and how often one of them was chosen. */
export interface RenderReport {
  ref: CompletionRef;
  argument: string;
  shown: number;
  selected: number;
}

/** What a server answers in `result._meta[extensionKey]`. */
export interface ExtensionResult {
  /** `items[i]` describes `values[i]`. */
  items?: readonly ExtensionItem[];
  /** Given back as `cursor`, it continues the same list. */
  nextCursor?: string;
  /** How long the answer may be kept, in milliseconds. */
  ttlMs?: number;
  /** Who may share a kept answer: everybody, or the same user only. */
  cacheScope?: 'public' | 'private';
  /** Why the list may be old or short. */
  degraded?: 'stale' | 'timeout' | 'source-error';
}

/** What describes one value. */
export interface ExtensionItem {
  title?: string;
  description?: string;
  /** Matched parts of the value as `[start, end)` in UTF-16 units. */
  ranges?: readonly (readonly [start: number, end: number])[];
}
