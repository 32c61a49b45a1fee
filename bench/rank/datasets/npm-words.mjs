import { createDraw } from '../lib/random.mjs';
import { readPacked } from './read-packed.mjs';

/** The words of 100,000 package names with how often each occurs, most frequent first. */
function npmWords() {
  const counts = new Map();
  for (const name of readPacked('npm-100k').values) {
    const words = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    for (const word of words) {
      if (word.length < 2 || word.length > 12 || /^\d+$/.test(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, 40_000);
}

/** Draws words about as often as they occur; the square root keeps the list from being one word. */
export function createWordDraw(random) {
  const words = npmWords();
  const draw = createDraw(
    random,
    words.map(([, count]) => Math.sqrt(count)),
  );
  return () => words[draw()][0];
}
