import { matchSorter } from 'match-sorter';

export const title = 'match-sorter';
export const isFuzzy = true;
export const bundled = "export { matchSorter } from 'match-sorter';";

/** Equals stay in the order of the list, not of the alphabet. */
const baseSort = (a, b) => a.index - b.index;

export function prepare(values) {
  return (text) => {
    const found = matchSorter(values, text, { baseSort });
    return { values: found.slice(0, 100), total: found.length };
  };
}
