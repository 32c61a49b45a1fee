import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** A list that is kept in `data/`: the values, one a line, then an empty line, then their weights in the same order. */
export function readPacked(name) {
  const packed = readFileSync(new URL(`../data/${name}.txt.br`, import.meta.url));
  const [values, weights] = brotliDecompressSync(packed).toString('utf8').trimEnd().split('\n\n');
  return { values: values.split('\n'), weights: Float64Array.from(weights.split('\n'), Number) };
}
