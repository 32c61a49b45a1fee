import { createIndex } from '@mcp-typeahead/rank';

export const title = '@mcp-typeahead/rank';
export const isFuzzy = true;
export const bundled = "export * from '@mcp-typeahead/rank';";

export function prepare(values, weights) {
  const index = createIndex(values, { weight: (_, position) => weights[position] });
  return (text) => {
    const { matches, total } = index.search(text, { limit: 100 });
    return { values: matches.map(({ candidate }) => candidate), total };
  };
}
