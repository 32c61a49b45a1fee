import { TIER } from './bands.js';
import type { Folder } from './folder.js';
import type { Placement } from './placement.js';
import type { Query } from './query.js';
import type { Text } from './text.js';
import { appendWordParts } from './word-parts.js';

/** Where to highlight the original text, for a placement that was just made: sorted, disjoint, whole graphemes. */
export function rangesOf(
  query: Query,
  text: Text,
  placement: Placement,
  folder: Folder,
): [start: number, end: number][] {
  const { spans } = placement;
  if (placement.tier === TIER.wordParts) {
    spans.length = 0;
    appendWordParts(query.whole, text, placement.outside === 0 ? text.base : 0, spans);
  }
  const ranges: [start: number, end: number][] = [];
  const origins = text.isAligned ? undefined : folder.origins(text.original);
  for (let i = 0; i < spans.length; i += 2) {
    const start = spans[i] as number;
    const end = spans[i + 1] as number;
    ranges.push([origins?.starts[start] ?? start, origins?.ends[end - 1] ?? end]);
  }
  return merge(ranges);
}

/** Sorts ranges and joins those that touch or overlap. */
function merge(ranges: [start: number, end: number][]): [start: number, end: number][] {
  ranges.sort((a, b) => a[0] - b[0]);
  const merged: [start: number, end: number][] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}
