import type { Spans } from './spans.js';

/**
 * Finds characters in order with anything between them: the occurrence that ends first at or after `from`, drawn
 * together from its end. Appends its spans; returns whether there is one (if not, what was appended means nothing).
 */
export function findSubsequence(
  points: readonly string[],
  folded: string,
  from: number,
  spans: Spans,
): boolean {
  let end = from;
  for (const point of points) {
    const at = folded.indexOf(point, end);
    if (at < 0) return false;
    end = at + point.length;
    spans.push(at, end);
  }
  for (let i = points.length - 1, at = spans.length - 2, start = end; i >= 0; i--, at -= 2) {
    const point = points[i] as string;
    start = folded.lastIndexOf(point, start - point.length);
    spans.offsets[at] = start;
    spans.offsets[at + 1] = start + point.length;
  }
  return true;
}

/**
 * The same from the other side: the occurrence that starts last, with its first character before `to` and its last
 * ending by `limit`, drawn together from its start.
 */
export function findLastSubsequence(
  points: readonly string[],
  folded: string,
  { to, limit }: { to: number; limit: number },
  spans: Spans,
): boolean {
  let start = limit;
  for (let i = points.length - 1; i >= 0; i--) {
    const point = points[i] as string;
    const latest = i === 0 ? Math.min(start - point.length, to - 1) : start - point.length;
    start = latest < 0 ? -1 : folded.lastIndexOf(point, latest);
    if (start < 0) return false;
  }
  for (const point of points) {
    const at = folded.indexOf(point, start);
    start = at + point.length;
    spans.push(at, start);
  }
  return true;
}
