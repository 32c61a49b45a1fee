import type { CompletionRef } from './ref.js';

/** Key of our extension in capabilities and in `_meta`, on requests and results. */
export const extensionKey = 'io.github.mcp-typeahead/completions';

/** What a client may ask for in `params._meta[extensionKey]`. Whoever does not know it ignores it. */
export interface ExtensionRequest {
  /** Whether to describe each value. */
  items?: boolean;
  /** Whether to say of each value how it came to its place. The answer has `items` then. */
  explain?: boolean;
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
  /** Where `explain` was asked for, and the place is no secret. */
  match?: ExtensionMatch;
}

/** How one value came to its place. */
export interface ExtensionMatch {
  /** How the text was matched, by the names of docs/reference/ranking.md. Absent where nothing was typed. */
  band?: string;
  /** From 1 down towards 0; 0 where nothing was typed. */
  score: number;
  /** Which text of the candidate was matched; a reading is another way to spell one of the other three. */
  field: 'value' | 'title' | 'alias' | 'reading';
  /** That text. The value where `field` is `'reading'`. */
  text: string;
  /** Matched parts of that text, as `[start, end)` in UTF-16 units. Empty for a reading. */
  ranges: readonly (readonly [start: number, end: number])[];
}
