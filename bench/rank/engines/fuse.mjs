import Fuse from 'fuse.js';

export const title = 'Fuse.js';
export const isFuzzy = true;
export const bundled = "export { default } from 'fuse.js';";

export function prepare(values) {
  const fuse = new Fuse(values);
  return (text) => {
    // It refuses longer patterns.
    const found = fuse.search(text.slice(0, 32));
    return { values: found.slice(0, 100).map(({ item }) => item), total: found.length };
  };
}
