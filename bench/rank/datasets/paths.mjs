import { createRandom } from '../lib/random.mjs';
import { capitalize, collect } from './collect.mjs';
import { createWordDraw } from './npm-words.mjs';

const roots = [
  'src',
  'app',
  'lib',
  'test',
  'docs',
  'packages/core/src',
  'packages/server/src',
  'apps/web/src',
];
const folders = [
  'api',
  'components',
  'hooks',
  'models',
  'pages',
  'services',
  'store',
  'utils',
  'views',
  '__tests__',
];
const extensions = ['.ts', '.ts', '.ts', '.tsx', '.js', '.test.ts', '.css', '.md', '.json', '.go', '.py'];

/** Files of a large repository. */
export function createPaths(count, seed) {
  const random = createRandom(seed);
  const drawWord = createWordDraw(random);
  return collect(count, random, () => {
    const depth = 2 + random.below(4);
    const way = Array.from({ length: depth }, () => (random.chance(0.4) ? random.pick(folders) : drawWord()));
    const words = Array.from({ length: 1 + random.below(3) }, drawWord);
    const name = random.chance(0.5) ? words.join('-') : words.map(capitalize).join('');
    return [random.pick(roots), ...way, name].join('/') + random.pick(extensions);
  });
}
