/**
 * Makes of numbers of things, one kind after another, the places where these start, the first at `first`; gives the place
 * behind the last.
 */
export function toStarts(counts: Uint32Array, first: number = 0): number {
  let start = first;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] as number;
    counts[i] = start;
    start += count;
  }
  return start;
}
