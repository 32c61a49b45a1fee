import { createRandom } from '../lib/random.mjs';
import { collect } from './collect.mjs';
import { createWordDraw } from './npm-words.mjs';

const kinds = ['feature', 'fix', 'bugfix', 'chore', 'docs', 'release', 'user/ada', 'user/li.wei', 'renovate'];
const projects = ['PAY', 'WEB', 'OPS', 'CORE'];
const verbs = ['add', 'fix', 'remove', 'update', 'support', 'rename', 'speed-up', 'bump', 'revert'];

/** Branches of a repository that many people work on: `feature/PAY-812-add-retry-queue`. */
export function createBranches(count, seed) {
  const random = createRandom(seed);
  const drawWord = createWordDraw(random);
  return collect(count, random, () => {
    const words = Array.from({ length: 1 + random.below(3) }, drawWord);
    const ticket = random.chance(0.5) ? `${random.pick(projects)}-${random.below(5_000)}-` : '';
    return `${random.pick(kinds)}/${ticket}${random.pick(verbs)}-${words.join('-')}`;
  });
}
