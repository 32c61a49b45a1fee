import FlexSearch from 'flexsearch';

export const title = 'FlexSearch, beginnings of words';
export const bundled = "export { Index } from 'flexsearch';";

export function prepare(values) {
  const index = new FlexSearch.Index({ tokenize: 'forward', encoder: FlexSearch.Charset.LatinBalance });
  for (const [id, value] of values.entries()) index.add(id, value);
  return (text) => {
    const found = index.search(text, { limit: values.length });
    return { values: found.slice(0, 100).map((id) => values[id]), total: found.length };
  };
}
