/**
 * Where a beginning ends, of what stands at a position, that the query from character `i` on differs from by at most so many typing
 * errors (optimal string alignment); -1 if there is none. Of several it takes the one that ends nearest to `target`, and of two the one
 * that ends first; without a target, the first that it finds: one too few was typed, two were exchanged, one too many, another one.
 *
 * Characters that are alike are never better left unmatched, so that errors need only be tried where the two begin to differ. With at
 * most two errors that makes a few dozen ways.
 */
export function endWithErrors(
  text: Uint8Array | Uint16Array,
  position: number,
  query: readonly number[],
  i: number,
  errors: number,
  target = -1,
): number {
  const { length } = query;
  let at = position;
  while (i < length && text[at] === query[i]) {
    at++;
    i++;
  }
  if (i === length) return at;
  if (errors === 0) return -1;
  let best = -1;
  for (let way = 0; way < 4; way++) {
    const inText = way === 1 ? 2 : way === 2 ? 0 : 1;
    const inQuery = way === 1 ? 2 : way === 0 ? 0 : 1;
    // Behind the end of the text begins another one.
    if (inText > 0 && text[at] === 0) continue;
    if (way === 1 && (text[at] !== query[i + 1] || text[at + 1] !== query[i])) continue;
    const end = endWithErrors(text, at + inText, query, i + inQuery, errors - 1, target);
    if (end < 0) continue;
    if (target < 0) return end;
    const nearer = Math.abs(end - target) - Math.abs(best - target);
    if (best < 0 || nearer < 0 || (nearer === 0 && end < best)) best = end;
  }
  return best;
}
