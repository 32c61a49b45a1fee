import MiniSearch from 'minisearch';

export const title = 'MiniSearch, prefixes and errors';
export const isFuzzy = true;
export const bundled = "export { default } from 'minisearch';";

const tokenize = (text) => text.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u);
const processTerm = (term) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function prepare(values) {
  const index = new MiniSearch({ fields: ['value'], tokenize, processTerm });
  index.addAll(values.map((value, id) => ({ id, value })));
  return (text) => {
    const found = index.search(text, { prefix: true, fuzzy: 0.2, combineWith: 'AND' });
    return { values: found.slice(0, 100).map(({ id }) => values[id]), total: found.length };
  };
}
