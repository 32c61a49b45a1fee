/** So many distinct values of a function that makes them, with weights of which few are large. */
export function collect(count, random, make) {
  const values = new Set();
  while (values.size < count) values.add(make());
  return { values: [...values], weights: weigh(count, random) };
}

/** As with downloads: most are about nothing, a few are a hundred million. */
export function weigh(count, random) {
  return Float64Array.from({ length: count }, () => Math.floor(10 ** (random.next() * random.next() * 8)));
}

export const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1);
