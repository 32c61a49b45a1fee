import { Fzf } from 'fzf';

export const title = 'fzf for JavaScript';
export const isFuzzy = true;
export const bundled = "export { Fzf } from 'fzf';";

export function prepare(values) {
  const fzf = new Fzf(values, { casing: 'case-insensitive' });
  return (text) => {
    const found = fzf.find(text);
    return { values: found.slice(0, 100).map(({ item }) => item), total: found.length };
  };
}
