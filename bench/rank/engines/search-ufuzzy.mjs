import UFuzzy from '@leeoniya/ufuzzy';

/** Marks are taken off values and texts, as its documentation advises. */
export function searchWith(options, values, rankedUpTo) {
  const plain = UFuzzy.latinize(values);
  const fuzzy = new UFuzzy(options);
  return (text) => {
    const [found, info, order] = fuzzy.search(plain, UFuzzy.latinize(text), 0, rankedUpTo);
    if (!found) return { values: [], total: 0 };
    // Beyond `rankedUpTo` matches it keeps the order of the list.
    const places = order ? order.slice(0, 100).map((i) => info.idx[i]) : found.slice(0, 100);
    return { values: Array.from(places, (i) => values[i]), total: found.length };
  };
}
