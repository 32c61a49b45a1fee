import { searchWith } from './search-ufuzzy.mjs';

export const title = 'uFuzzy';
export const isFuzzy = true;
export const bundled = "export { default } from '@leeoniya/ufuzzy';";

/** As it comes: up to 1,000 matches are ranked. */
export function prepare(values) {
  return searchWith({}, values, 1_000);
}
