import UFuzzy from '@leeoniya/ufuzzy';

/** What its documentation gives for scripts other than Latin; slower. */
const universal = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
};
const otherScript = /[^\p{Script=Latin}\P{L}]/u;

/** Marks are taken off values and texts, as its documentation advises. */
export function searchWith(options, values, rankedUpTo) {
  const plain = UFuzzy.latinize(values);
  const isOther = values.slice(0, 100).filter((value) => otherScript.test(value)).length > 50;
  const fuzzy = new UFuzzy(isOther ? { ...universal, ...options } : options);
  return (text) => {
    const [found, info, order] = fuzzy.search(plain, UFuzzy.latinize(text), 0, rankedUpTo);
    if (!found) return { values: [], total: 0 };
    // Beyond `rankedUpTo` matches it keeps the order of the list.
    const places = order ? order.slice(0, 100).map((i) => info.idx[i]) : found.slice(0, 100);
    return { values: Array.from(places, (i) => values[i]), total: found.length };
  };
}
