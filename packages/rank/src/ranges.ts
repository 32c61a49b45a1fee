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
  // Joined before they are translated: characters that nobody sees, between two that match, do not part a range.
  const ranges = joined(spans.offsets, spans.length);
  if (text.isAligned) return ranges;
  const { starts, ends } = folder.origins(text.original);
  const originals = ranges.flatMap(([start, end]) => [starts[start] as number, ends[end - 1] as number]);
  return joined(originals, originals.length);
}

/** Pairs starts and ends, sorts them and joins those that touch or overlap. */
function joined(offsets: readonly number[], length: number): [start: number, end: number][] {
  const ranges: [start: number, end: number][] = [];
  for (let i = 0; i < length; i += 2) ranges.push([offsets[i] as number, offsets[i + 1] as number]);
  ranges.sort((a, b) => a[0] - b[0]);
  const joined: [start: number, end: number][] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else joined.push(range);
  }
  return joined;
}
