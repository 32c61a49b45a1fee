import type { Matcher } from '../match/matcher.js';
import type { Folded } from '../text/folder.js';

type Ranges = [start: number, end: number][];

/** What matched of a text, as offsets in its folded form: sorted, and joined where pieces touch or overlap. */
export function joined({ spans, spanCount, start }: Matcher): Ranges {
  const ranges: Ranges = [];
  for (let i = 0; i < spanCount; i += 2)
    ranges.push([(spans[i] as number) - start, (spans[i + 1] as number) - start]);
  return join(ranges);
}

/** The same as offsets in the text as it was given. */
export function toOriginal(ranges: Ranges, { starts, ends }: Folded): Ranges {
  // Joined before they are translated: characters that nobody sees, between two that match, do not part a range.
  return join(ranges.map(([start, end]) => [starts[start] as number, ends[end - 1] as number]));
}

function join(ranges: Ranges): Ranges {
  if (ranges.length > 1) ranges.sort((a, b) => a[0] - b[0]);
  let last: [number, number] | undefined;
  return ranges.filter((range) => {
    // An empty text has an empty range, which is none.
    if (range[0] === range[1]) return false;
    if (last === undefined || range[0] > last[1]) {
      last = range;
      return true;
    }
    last[1] = Math.max(last[1], range[1]);
    return false;
  });
}
