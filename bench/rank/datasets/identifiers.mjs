import { createRandom } from '../lib/random.mjs';
import { capitalize, weigh } from './collect.mjs';
import { createWordDraw } from './npm-words.mjs';

/** Of a hundred identifiers: how many are written so. */
const styles = [
  [30, (words) => words.join('-')],
  [20, (words) => words.join('_')],
  [22, ([first, ...others]) => first + others.map(capitalize).join('')],
  [13, (words) => words.map(capitalize).join('')],
  [8, (words) => words.join('.')],
  [7, (words) => words.join('/')],
].flatMap(([times, write]) => Array(times).fill(write));

/** Two to four words each. Distinct up to a million; beyond that a few come twice, as in the field. */
export function createIdentifiers(count, seed) {
  const random = createRandom(seed);
  const drawWord = createWordDraw(random);
  const seen = count <= 1_000_000 ? new Set() : undefined;
  const values = [];
  while (values.length < count) {
    const length = 2 + Number(random.chance(0.55)) + Number(random.chance(0.15));
    const value = random.pick(styles)(Array.from({ length }, drawWord));
    if (seen?.has(value)) continue;
    seen?.add(value);
    values.push(value);
  }
  return { values, weights: weigh(count, random) };
}
