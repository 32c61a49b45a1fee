/**
 * 1 at each index where `needle` occurs in `text`, overlaps included.
 *
 * Knuth, Morris and Pratt: `startsWith` at each index would take the product of both lengths on `aaa…`.
 */
export function occurrencesOf(needle: string, text: string): Uint8Array {
  const found = new Uint8Array(text.length + 1);
  const overlaps = overlapsOf(needle);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (matched === needle.length) matched = overlaps[matched - 1] ?? 0;
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = overlaps[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched === needle.length) found[index + 1 - matched] = 1;
  }
  return found;
}

/** For each index, the length of the longest proper beginning of `needle` that ends there. */
function overlapsOf(needle: string): Uint32Array {
  const overlaps = new Uint32Array(needle.length);
  let matched = 0;
  for (let index = 1; index < needle.length; index += 1) {
    const code = needle.charCodeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = overlaps[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    overlaps[index] = matched;
  }
  return overlaps;
}
