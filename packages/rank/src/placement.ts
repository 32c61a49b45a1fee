import { Spans } from './spans.js';
import { MAX_PARTS_LENGTH } from './word-parts.js';

/**
 * Where a query was found in a text, filled in by the matcher. One object serves a whole search, so that looking at
 * many texts allocates nothing.
 */
export class Placement {
  /** See `TIER`. */
  tier = 0;
  /** How far outside the last path segment: 0 inside it; summed over the words of a query. */
  outside = 0;
  /** Characters between the matched ones; for word parts, words beyond the first. */
  looseness = 0;
  /** True if the matched characters were typed in their own case and with their own marks. */
  isSameCase = false;
  /** Offset of the match, counted from the last segment's start if it lies there. */
  position = 0;
  /** Matched spans of the folded text. */
  readonly spans: Spans = new Spans();
  /** Room for counting word parts. */
  readonly partsRow: Uint8Array = new Uint8Array(MAX_PARTS_LENGTH + 1);
}

/** 0 for a span that starts in the last segment, 1 for one that only reaches into it, 2 for one before it. */
export function outsideBase(start: number, end: number, base: number): number {
  if (start >= base) return 0;
  return end > base ? 1 : 2;
}
