import { searchWith } from './search-ufuzzy.mjs';

export const title = 'uFuzzy, one error, all ranked';
export const isFuzzy = true;

export function prepare(values) {
  const oneError = { intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 };
  return searchWith(oneError, values, 100_000);
}
