// What people type who look for a value: six ways, from its beginning to a slip of the finger.
import { createDraw, createRandom } from './random.mjs';

export const kinds = ['prefix', 'initials', 'dropped letter', 'typo', 'inside', 'case or marks'];

const ways = {
  prefix: (letters) => letters.slice(0, between(3, share(letters), 12)),
  initials: typeInitials,
  'dropped letter': typeDropped,
  typo: typeSlip,
  inside: typeInside,
  'case or marks': typeOtherwise,
};

/**
 * Sessions: a value that is looked for and the text that is typed for it, letter by letter, in every way that the value allows.
 * Half of the values are drawn evenly, half by their weight. The same for the same list and seed.
 */
export function createSessions({ values, weights }, { targets, seed }) {
  const random = createRandom(seed);
  // The square root: a list's favourite is not to be half of all that is looked for.
  const drawPopular = createDraw(random, weights.map(Math.sqrt));
  const isWeighted = weights.some((weight) => weight > 0);
  const sessions = [];
  const taken = new Set();
  for (let tries = 0; taken.size < targets && tries < targets * 50; tries += 1) {
    const isPopular = taken.size % 2 === 1 && isWeighted;
    const target = values[isPopular ? drawPopular() : random.below(values.length)];
    if (taken.has(target) || Array.from(target).length < 4) continue;
    taken.add(target);
    for (const kind of kinds) {
      const typed = typeFor(kind, wanted(target, kind, random), random);
      if (typed !== undefined && typed !== target) sessions.push({ target, kind, typed });
    }
  }
  return sessions;
}

/** All texts of sessions as they grow, mixed so that every beginning of the list has all kinds in it. */
export function keystrokes(sessions, seed) {
  const random = createRandom(seed);
  const queues = kinds.map((kind) => random.shuffle(sessions.filter((session) => session.kind === kind)));
  const texts = [];
  for (let turn = 0; queues.some((queue) => turn < queue.length); turn += 1) {
    for (const queue of queues) if (turn < queue.length) texts.push(...growing(queue[turn].typed));
  }
  return texts;
}

/** `abc` as `a`, `ab`, `abc`. */
export function growing(typed) {
  const letters = Array.from(typed);
  return letters.map((_, i) => letters.slice(0, i + 1).join(''));
}

/** Who looks for a file mostly types its name, not the way to it. */
function wanted(target, kind, random) {
  if (kind === 'initials' || !target.includes('/') || target.length <= 40) return target;
  const name = target.slice(target.lastIndexOf('/') + 1);
  return name.length > 5 && random.chance(0.75) ? name : target;
}

function typeFor(kind, target, random) {
  const letters = Array.from(target);
  for (let tries = 0; tries < 5; tries += 1) {
    const typed = ways[kind](letters, random);
    if (typed !== undefined) return typed.join('');
  }
  return undefined;
}

const share = (letters) => Math.ceil(letters.length * 0.6);
const between = (least, number, most) => Math.min(most, Math.max(least, number));
/** What a slip happens in: long enough for it to be one. */
const beginning = (letters) => letters.slice(0, Math.min(14, Math.max(5, share(letters))));
const isLetter = (character) => /[\p{L}\p{N}]/u.test(character);

/** `rhf` for react-hook-form; of two words two letters each, for one would be found anywhere. */
function typeInitials(letters) {
  const words = letters
    .join('')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  if (words.length < 2) return undefined;
  const taken = words.map((word) =>
    Array.from(word)
      .slice(0, words.length === 2 ? 2 : 1)
      .join(''),
  );
  return Array.from(taken.join('').toLowerCase()).slice(0, 8);
}

function typeDropped(letters, random) {
  const typed = beginning(letters);
  return typed.length < 4 ? undefined : typed.toSpliced(1 + random.below(typed.length - 2), 1);
}

/** Half of all slips are letters in the wrong order, the others a wrong one or one too many. */
function typeSlip(letters, random) {
  const typed = beginning(letters);
  if (typed.length < 4) return undefined;
  const at = 1 + random.below(typed.length - 2);
  const [here, next] = [typed[at], typed[at + 1]];
  const frequent = random.pick(['e', 't', 'a', 'o', 'i', 'n', 's', 'r', 'h', 'l']);
  if (random.chance(0.5)) return here === next ? undefined : typed.toSpliced(at, 2, next, here);
  if (random.chance(0.5)) return typed.toSpliced(at, 0, frequent);
  return here.toLowerCase() === frequent ? undefined : typed.toSpliced(at, 1, frequent);
}

/** From the middle on, half of the time from the start of a word. */
function typeInside(letters, random) {
  if (letters.length < 6) return undefined;
  const starts = [];
  for (let i = 2; i < letters.length - 3; i += 1)
    if (isLetter(letters[i]) && !isLetter(letters[i - 1])) starts.push(i);
  const isAtWord = starts.length > 0 && random.chance(0.5);
  const from = isAtWord ? random.pick(starts) : 2 + random.below(letters.length - 5);
  return letters.slice(from, from + 8);
}

const marked = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', c: 'ç', n: 'ñ' };

/** Without the marks of the value; where it has none, in the other case, or with a mark too many. */
function typeOtherwise(letters, random) {
  const typed = letters.slice(0, between(4, share(letters), 12));
  const text = typed.join('');
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  if (bare !== text) return Array.from(random.chance(0.5) ? bare : bare.toLowerCase());
  const small = text.toLowerCase();
  const other = small === text ? text.toUpperCase() : small;
  if (other !== text && random.chance(0.6)) return Array.from(other);
  const places = typed.flatMap((letter, i) => (Object.hasOwn(marked, letter.toLowerCase()) ? i : []));
  if (places.length === 0) return other === text ? undefined : Array.from(other);
  const at = random.pick(places);
  return typed.with(at, marked[typed[at].toLowerCase()]);
}
