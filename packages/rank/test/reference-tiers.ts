/**
 * The tiers of docs/reference/ranking.md said again as plainly as possible: for each, every place where a query could be
 * found is listed and the best is taken. Exponential in places and only for short texts. It shares no code with the engine
 * that it judges.
 */
import type { Band, Field } from '../src/index.js';
import type { Query } from './reference-query.js';
import type { Char, Text } from './reference-text.js';

type Word = readonly Char[];
/** Indexes of the characters of a text that the characters of a word are found at. */
type Places = readonly number[];

/** How a query was found in a text. */
export interface Way {
  /** Indexes of the characters to highlight. */
  readonly marked: readonly number[];
  /** What decides inside a tier: outside the last segment, tight, own case, early. */
  readonly key: readonly [outside: number, tight: number, otherCase: number, early: number];
}

/** A step of the order. */
export interface Tier {
  readonly band: Band;
  readonly isForReadings?: true;
  readonly isError?: true;
  readonly find: (query: Query, text: Text) => Way | undefined;
}

// ---------------------------------------------------------------------------------------------- what all tiers build on

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const firstOf = (places: Places): number => places.at(0) as number;
const lastOf = (places: Places): number => places.at(-1) as number;

export function compareLists(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((number, at) => number !== b[at]);
  return i < 0 ? 0 : (a.at(i) as number) - (b.at(i) as number);
}

/** The item with the least key, of equal ones the first. */
export function best<T>(list: readonly T[], key: (item: T) => readonly number[]): T | undefined {
  let bestItem: T | undefined;
  let bestKey: readonly number[] | undefined;
  for (const item of list) {
    const itsKey = key(item);
    if (bestKey !== undefined && compareLists(itsKey, bestKey) >= 0) continue;
    bestItem = item;
    bestKey = itsKey;
  }
  return bestItem;
}

const isAt = (word: Word, text: Text, start: number): boolean =>
  word.every((char, i) => text.chars[start + i]?.folded === char.folded);
/** Everywhere that a word stands in one piece. */
const runs = (word: Word, text: Text): number[] =>
  range(0, text.chars.length).filter((i) => isAt(word, text, i));
const beginsWithSign = (word: Word): boolean => word[0]?.kind === 'sign';
/** Where a word may begin: where words do, and one that begins with a sign everywhere. */
const mayBegin = (word: Word, text: Text, i: number): boolean =>
  beginsWithSign(word) || text.starts.includes(i);
/** The first in the last segment; if there is none the first of all. */
const preferred = (starts: readonly number[], text: Text): number | undefined =>
  starts.find((start) => start >= text.base) ?? starts[0];
/** The beginnings of the last segment and of the text, the preferred one first. */
const heads = (text: Text): number[] => (text.base > 0 ? [text.base, 0] : [0]);
/** The first words of the last segment and of the text. */
const firstWords = (text: Text): number[] =>
  heads(text)
    .map((head) => text.starts.find((start) => start >= head))
    .filter((start) => start !== undefined);

/** How far places are outside the last segment: not, in part, wholly. */
const outside = (places: Places, text: Text): number =>
  firstOf(places) >= text.base ? 0 : lastOf(places) >= text.base ? 1 : 2;
const early = (start: number, text: Text): number =>
  Math.min(4095, start >= text.base ? start - text.base : start);

/** The words of a query at these places. */
function placed(words: readonly Word[], places: readonly Places[], text: Text): Way {
  const all = places.flat();
  const first = Math.min(...all);
  const between = Math.max(...all) + 1 - first - words.flat().length;
  const isOwnCase = words.every((word, w) =>
    word.every(({ written }, i) => {
      const place = places[w]?.[i] as number;
      return written !== undefined && written === text.chars[place]?.written;
    }),
  );
  const far = places.reduce((sum, some) => sum + outside(some, text), 0);
  const key = [
    Math.min(7, far),
    Math.min(2047, Math.max(0, between)),
    isOwnCase ? 0 : 1,
    early(first, text),
  ] as const;
  return { marked: all, key };
}

const placedAt = (word: Word, start: number | undefined, text: Text): Way | undefined =>
  start === undefined ? undefined : placed([word], [range(start, start + word.length)], text);

// ------------------------------------------------------------------------------------------------- as it was typed

const exact: Tier['find'] = ({ typed }, text) =>
  text.original === typed ? { marked: range(0, text.chars.length), key: [0, 0, 0, 0] } : undefined;

const folded: Tier['find'] = ({ whole }, text) => {
  if (whole.length !== text.chars.length || !isAt(whole, text, 0)) return undefined;
  const { marked, key } = placed([whole], [range(0, whole.length)], text);
  return { marked, key: [0, 0, key[2], 0] };
};

const prefix: Tier['find'] = ({ whole }, text) =>
  placedAt(
    whole,
    heads(text).find((head) => isAt(whole, text, head)),
    text,
  );

const wordStart: Tier['find'] = ({ whole }, text) => {
  const starts = runs(whole, text).filter((i) => mayBegin(whole, text, i) && i !== text.extension);
  return placedAt(whole, preferred(starts, text), text);
};

const inside: Tier['find'] = ({ whole }, text) =>
  placedAt(
    whole,
    preferred(
      runs(whole, text).filter((i) => i !== text.extension),
      text,
    ),
    text,
  );

const extension: Tier['find'] = ({ whole, isOneWord }, text) =>
  isOneWord && isAt(whole, text, text.extension) ? placedAt(whole, text.extension, text) : undefined;

// ------------------------------------------------------------------------------------------- by beginnings of words

/** Words that follow one another from this one on, of which the query has the initials. */
function initialsFrom(start: number, { whole, isOneWord }: Query, text: Text): Way | undefined {
  const k = text.starts.indexOf(start);
  const window = text.starts.slice(k, k + whole.length);
  if (!isOneWord || whole.length < 2 || window.length < whole.length || start === text.extension)
    return undefined;
  if (window.some((place, i) => text.chars[place]?.folded !== whole[i]?.folded)) return undefined;
  const { marked, key } = placed([whole], [window], text);
  return { marked, key: [key[0], 0, key[2], key[3]] };
}

const firstInitials: Tier['find'] = (query, text) =>
  firstWords(text)
    .map((start) => initialsFrom(start, query, text))
    .find((way) => way !== undefined);

const initials: Tier['find'] = (query, text) => {
  const starts = text.starts.filter((start) => initialsFrom(start, query, text) !== undefined);
  const start = preferred(starts, text);
  return start === undefined ? undefined : initialsFrom(start, query, text);
};

/** All ways to put a word together, from its `at`th character on, of beginnings of words, from the `k`th of the text on. */
function spellings(word: Word, text: Text, at: number, k: number, maySkip: boolean): number[][][] {
  if (at === word.length) return [[]];
  const candidates = maySkip ? range(k, text.starts.length) : [k];
  return candidates.flatMap((i) => {
    const start = text.starts[i];
    if (start === undefined || (at === 0 && start === text.extension)) return [];
    const end = text.starts[i + 1] ?? text.chars.length;
    return range(1, word.length - at + 1).flatMap((length) => {
      const part = range(start, start + length);
      if (start + length > end || !isAt(word.slice(at, at + length), text, start)) return [];
      return spellings(word, text, at + length, i + 1, maySkip).map((rest) => [part, ...rest]);
    });
  });
}

function spelled(query: Query, text: Text, from: number, maySkip: boolean): Way | undefined {
  if (!query.isOneWord || query.whole.length < 2) return undefined;
  const k = text.starts.findIndex((start) => start >= from);
  if (k < 0) return undefined;
  // Fewest words; then the earliest first word and its longest beginning, the earliest second, and so on.
  const parts = best(spellings(query.whole, text, 0, k, maySkip), (ways) => [
    ways.length,
    ...ways.flatMap((part) => [firstOf(part), -part.length]),
  ]);
  return parts && { marked: parts.flat(), key: [from >= text.base ? 0 : 2, parts.length - 1, 0, 0] };
}

const abbreviation: Tier['find'] = (query, text) =>
  heads(text)
    .map((head) => spelled(query, text, head, false))
    .find((way) => way !== undefined);

const wordParts: Tier['find'] = (query, text) =>
  heads(text)
    .map((head) => spelled(query, text, head, true))
    .find((way) => way !== undefined);

// -------------------------------------------------------------------------------------------------- with typing errors

const symbols = (word: Word): string[] => word.map(({ folded: symbol }) => symbol);
const without = (list: readonly string[], i: number): string[] => list.toSpliced(i, 1);
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((symbol, i) => symbol === b[i]);

const missingLetter: Tier['find'] = ({ whole }, text) => {
  if (whole.length < 4) return undefined;
  const typed = symbols(whole);
  for (const head of heads(text)) {
    const there = symbols(text.chars.slice(head, head + typed.length + 1));
    // The last that can be left out: of "helo" in hello the second l is.
    const missing = range(1, typed.length).findLast((i) => isSame(without(there, i), typed));
    if (missing === undefined) continue;
    const marked = range(head, head + typed.length + 1).filter((place) => place !== head + missing);
    return { marked, key: [outside(marked, text), 0, 0, early(head, text)] };
  }
  return undefined;
};

/** Length of a beginning of the text from a place on that is one typing error away from the query. */
function lengthWithOneError(typed: readonly string[], text: Text, place: number): number | undefined {
  const { length } = typed;
  const beginning = (long: number): string[] => symbols(text.chars.slice(place, place + long));
  const swapped = (i: number): string[] => typed.toSpliced(i, 2, typed[i + 1] as string, typed[i] as string);
  if (range(0, length + 1).some((i) => isSame(without(beginning(length + 1), i), typed))) return length + 1;
  if (range(0, length - 1).some((i) => isSame(swapped(i), beginning(length)))) return length;
  if (range(0, length).some((i) => isSame(without(typed, i), beginning(length - 1)))) return length - 1;
  const there = beginning(length);
  const isReplaced = range(0, length).some(
    (i) => there.length === length && isSame(without(typed, i), without(there, i)),
  );
  return isReplaced ? length : undefined;
}

/** Least number of substitutions, insertions, deletions and exchanges of neighbours, none inside another, that make one of the other. */
function distance(a: readonly string[], b: readonly string[]): number {
  const table = range(0, a.length + 1).map((i) => range(0, b.length + 1).map((j) => (i === 0 ? j : i)));
  const at = (i: number, j: number): number => table[i]?.[j] as number;
  for (const i of range(1, a.length + 1)) {
    for (const j of range(1, b.length + 1)) {
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(at(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = Math.min(...ways);
    }
  }
  return at(a.length, b.length);
}

/** Of the beginnings of the text from a place on that are two typing errors away the one whose length is nearest to the query’s. */
function lengthWithTwoErrors(typed: readonly string[], text: Text, place: number): number | undefined {
  const lengths = range(typed.length - 2, typed.length + 3).filter((length) => {
    const beginning = symbols(text.chars.slice(place, place + length));
    return beginning.length === length && distance(typed, beginning) <= 2;
  });
  return best(lengths, (length) => [Math.abs(length - typed.length), length]);
}

/** A whole beginning, errors and all; what differs in nothing but its last character is less tight. */
function mistyped(typed: readonly string[], text: Text, place: number, length: number, errors: 1 | 2): Way {
  const marked = range(place, place + length);
  const isLast = isSame(symbols(text.chars.slice(place, place + typed.length - 1)), typed.slice(0, -1));
  return { marked, key: [outside(marked, text), errors === 1 && isLast ? 1 : 0, 0, early(place, text)] };
}

function oneErrorAtHead({ whole }: Query, text: Text, isFirstRight: boolean): Way | undefined {
  if (whole.length < 4) return undefined;
  const typed = symbols(whole);
  for (const head of heads(text)) {
    if ((text.chars[head]?.folded === typed[0]) !== isFirstRight) continue;
    const length = lengthWithOneError(typed, text, head);
    if (length !== undefined) return mistyped(typed, text, head, length, 1);
  }
  return undefined;
}

const twoErrors: Tier['find'] = ({ whole }, text) => {
  if (whole.length < 8) return undefined;
  const typed = symbols(whole);
  // The first two have to be right, and signs before them.
  const right = whole.slice(
    0,
    Math.max(
      0,
      whole.findIndex(({ kind }) => kind !== 'sign'),
    ) + 2,
  );
  for (const head of heads(text).filter((place) => isAt(right, text, place))) {
    const length = lengthWithTwoErrors(typed, text, head);
    if (length !== undefined) return mistyped(typed, text, head, length, 2);
  }
  return undefined;
};

const errorAtWord: Tier['find'] = ({ whole }, text) => {
  if (whole.length < 4 || beginsWithSign(whole)) return undefined;
  const typed = symbols(whole);
  const starts = text.starts.filter(
    (start) => start !== text.extension && lengthWithOneError(typed, text, start) !== undefined,
  );
  const start = preferred(starts, text);
  if (start === undefined) return undefined;
  return mistyped(typed, text, start, lengthWithOneError(typed, text, start) as number, 1);
};

// ------------------------------------------------------------------------------------------------------- word by word

const hasLead = ({ lead }: Query, text: Text): boolean => lead.length === 0 || runs(lead, text).length > 0;

/** Where a word stands in one piece, at the start of a word if it has to. */
const piecesOf = (word: Word, text: Text, atStart: boolean): number[] =>
  runs(word, text).filter((i) => !atStart || mayBegin(word, text, i));

function wordsAnyOrder(query: Query, text: Text, atStart: boolean): Way | undefined {
  if (query.isOneWord || query.words.length === 0 || !hasLead(query, text)) return undefined;
  const starts = query.words.map((word) => {
    const best = preferred(piecesOf(word, text, true), text);
    return best ?? (atStart ? undefined : preferred(piecesOf(word, text, false), text));
  });
  if (starts.includes(undefined)) return undefined;
  const places = query.words.map((word, w) =>
    range(starts[w] as number, (starts[w] as number) + word.length),
  );
  return placed(query.words, places, text);
}

/** One after another: as early as can be or, in a path, as late as can be. */
function inOrder(query: Query, text: Text, placesOf: (word: Word) => readonly Places[]): Way | undefined {
  if (query.isOneWord || query.words.length === 0 || !hasLead(query, text)) return undefined;
  const isPath = text.base > 0;
  const found: Places[] = [];
  for (const word of isPath ? query.words.toReversed() : query.words) {
    const before = found.at(-1);
    const fitting = placesOf(word).filter(
      (places) =>
        before === undefined ||
        (isPath ? lastOf(places) < firstOf(before) : firstOf(places) > lastOf(before)),
    );
    const next = best(fitting, isPath ? startsLast : endsFirst);
    if (next === undefined) return undefined;
    found.push(next);
  }
  return placed(query.words, isPath ? found.toReversed() : found, text);
}

const wordsInOrder = (query: Query, text: Text, atStart: boolean): Way | undefined =>
  inOrder(query, text, (word) => piecesOf(word, text, atStart).map((i) => range(i, i + word.length)));

// ------------------------------------------------------------------------------------------------------- scattered

/** All lists of indexes, from `from` on, at which the characters of a word stand in order. */
function embeddings(word: Word, text: Text, from = 0): number[][] {
  const [first, ...rest] = word;
  if (first === undefined) return [[]];
  return range(from, text.chars.length)
    .filter((i) => text.chars[i]?.folded === first.folded)
    .flatMap((i) => embeddings(rest, text, i + 1).map((tail) => [i, ...tail]));
}

/** Of all places that end first, each character as late as it can be, from the last to the first. */
const endsFirst = (places: Places): number[] => [
  lastOf(places),
  ...places.toReversed().map((place) => -place),
];
/** Of all places that start last, each character as early as it can be. */
const startsLast = (places: Places): number[] => [-firstOf(places), ...places];

/** The first character that is no sign has to start a word, which has a file extension for none if one word is all that is typed. */
function scattered(word: Word, text: Text, isOneWord: boolean): number[][] {
  const anchor = word.findIndex(({ kind }) => kind !== 'sign');
  return embeddings(word, text).filter((places) => {
    const place = places[anchor];
    return place === undefined || (text.starts.includes(place) && !(isOneWord && place === text.extension));
  });
}

function subsequence(query: Query, text: Text): Way | undefined {
  const { whole, isOneWord } = query;
  if (!isOneWord) return inOrder(query, text, (word) => scattered(word, text, false));
  const all = scattered(whole, text, true);
  const inSegment = all.filter((places) => firstOf(places) >= text.base);
  const places = best(inSegment.length > 0 ? inSegment : all, endsFirst);
  return places && placed([whole], [places], text);
}

/** Best first. */
export const TIERS: readonly Tier[] = [
  { band: 'exact', isForReadings: true, find: exact },
  { band: 'folded', isForReadings: true, find: folded },
  { band: 'prefix', isForReadings: true, find: prefix },
  { band: 'word-start', isForReadings: true, find: wordStart },
  { band: 'initials', isForReadings: true, find: firstInitials },
  { band: 'initials', isForReadings: true, find: initials },
  { band: 'abbreviation', isForReadings: true, find: abbreviation },
  { band: 'missing-letter', isError: true, find: missingLetter },
  { band: 'inside', find: inside },
  { band: 'one-error', isError: true, find: (query, text) => oneErrorAtHead(query, text, true) },
  { band: 'one-error', isError: true, find: (query, text) => oneErrorAtHead(query, text, false) },
  { band: 'one-error', isError: true, find: errorAtWord },
  { band: 'words', isForReadings: true, find: (query, text) => wordsInOrder(query, text, true) },
  { band: 'words', isForReadings: true, find: (query, text) => wordsAnyOrder(query, text, true) },
  { band: 'words', find: (query, text) => wordsInOrder(query, text, false) },
  { band: 'words', find: (query, text) => wordsAnyOrder(query, text, false) },
  { band: 'word-parts', isForReadings: true, find: wordParts },
  { band: 'subsequence', find: subsequence },
  { band: 'two-errors', isError: true, find: twoErrors },
  { band: 'extension', find: extension },
];

/** The first tier in which a text has the query, and how; a reading only counts in some, and errors are not always forgiven. */
export function findTier(
  query: Query,
  { text, field }: { text: Text; field: Field },
  forgivesErrors: boolean,
): (Way & { tier: number }) | undefined {
  for (const [tier, { isForReadings, isError, find }] of TIERS.entries()) {
    if ((field === 'reading' && isForReadings !== true) || (isError === true && !forgivesErrors)) continue;
    const way = find(query, text);
    if (way !== undefined) return { ...way, tier };
  }
  return undefined;
}
