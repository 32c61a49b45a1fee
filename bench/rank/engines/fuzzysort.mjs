import fuzzysort from 'fuzzysort';

export const title = 'fuzzysort';
export const isFuzzy = true;
export const bundled = "export { default } from 'fuzzysort';";

export function prepare(values) {
  const targets = fuzzysort.snapshot(values);
  // A snapshot is indexed by the first search: that is building, not answering.
  fuzzysort.go('', targets, { limit: 1 });
  return (text) => {
    const found = fuzzysort.go(text, targets, { limit: 100 });
    return { values: found.map(({ target }) => target), total: found.total };
  };
}
