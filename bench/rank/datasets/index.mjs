import { createBranches } from './branches.mjs';
import { createChinese } from './chinese.mjs';
import { createIdentifiers } from './identifiers.mjs';
import { createJapanese } from './japanese.mjs';
import { createPaths } from './paths.mjs';
import { readPacked } from './read-packed.mjs';

/**
 * Lists of values with weights, by name. `speedMs`: how long one engine may take over its keystrokes; without it only
 * relevance is measured. `isLarge`: minutes an engine, so that it is measured only when asked for.
 */
export const datasets = {
  'npm-1k': { make: () => readPacked('npm-1k'), speedMs: 4_000 },
  'npm-100k': { make: () => readPacked('npm-100k'), speedMs: 12_000 },
  'identifiers-1m': { make: () => createIdentifiers(1_000_000, 31), speedMs: 20_000 },
  'identifiers-10m': { make: () => createIdentifiers(10_000_000, 32), speedMs: 25_000, isLarge: true },
  'npm-20k': { make: () => readPacked('npm-20k'), hasRelevance: true },
  'cities-20k': { make: () => readPacked('cities-20k'), hasRelevance: true },
  'paths-20k': { make: () => createPaths(20_000, 33), hasRelevance: true },
  'branches-10k': { make: () => createBranches(10_000, 34), hasRelevance: true },
  'chinese-20k': { make: () => createChinese(20_000, 35), hasRelevance: true },
  'japanese-20k': { make: () => createJapanese(20_000, 36), hasRelevance: true },
};

/** The list of a data set, most popular first, so that engines that keep the order of their input have one that means something. */
export function loadDataset(name) {
  const { values, weights } = datasets[name].make();
  const order = Uint32Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a] || a - b);
  return { values: inOrder(values, order), weights: Float64Array.from(order, (i) => weights[i]) };
}

/** Written anew: strings lie in memory as if they had just been read, not where they happened to be made. */
function inOrder(values, order) {
  const sorted = [];
  const part = 100_000;
  for (let start = 0; start < order.length; start += part) {
    const chosen = Array.from(order.subarray(start, start + part), (i) => values[i]);
    for (const value of JSON.parse(JSON.stringify(chosen))) sorted.push(value);
  }
  return sorted;
}
