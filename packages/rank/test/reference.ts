/**
 * The order of docs/reference/ranking.md said again as plainly as possible: every place where a query could be found is
 * listed, the best is taken, and everything is sorted. Exponential in places and only for short texts. It shares no code
 * with the engine that it judges.
 */
import type { Candidate, CandidateInput, Field, SearchOptions } from '../src/index.js';
import type { Char, Text } from './reference-text.js';
import { toChars, toText } from './reference-text.js';

const FIELDS: readonly Field[] = ['value', 'title', 'alias', 'reading'];

/** Indexes of the matched characters, for each word of the query. */
type Places = readonly (readonly number[])[];

interface Found {
  readonly tier: number;
  readonly places: Places;
  /** Only for word parts. */
  readonly parts?: number;
}

export interface ReferenceMatch {
  readonly candidate: CandidateInput;
  readonly field: Field;
  readonly tier: number;
  readonly ranges: [number, number][];
}

/** All lists of indexes from `from` on at which the characters stand in order. */
function embeddings(word: readonly Char[], text: Text, from = 0): number[][] {
  const [first, ...rest] = word;
  if (first === undefined) return [[]];
  return text.chars.flatMap((char, i) =>
    i >= from && char.folded === first.folded
      ? embeddings(rest, text, i + 1).map((tail) => [i, ...tail])
      : [],
  );
}

const firstOf = (places: readonly number[]): number => places.at(0) as number;
const isRun = (places: readonly number[]): boolean =>
  places.every((place, i) => place === firstOf(places) + i);
const lastOf = (places: readonly number[]): number => places.at(-1) as number;
const compareLists = (a: readonly number[], b: readonly number[]): number => {
  const i = a.findIndex((number, at) => number !== b[at]);
  return i < 0 ? 0 : (a.at(i) as number) - (b.at(i) as number);
};
function best<T>(list: readonly T[], key: (item: T) => number[]): T | undefined {
  let bestItem: T | undefined;
  let bestKey: number[] | undefined;
  for (const item of list) {
    const itsKey = key(item);
    if (bestKey !== undefined && compareLists(itsKey, bestKey) >= 0) continue;
    bestItem = item;
    bestKey = itsKey;
  }
  return bestItem;
}

/** Outside the last segment: 0 no, 1 partly, 2 wholly. */
const outside = (places: readonly number[], text: Text): number =>
  firstOf(places) >= text.base ? 0 : lastOf(places) >= text.base ? 1 : 2;
const isOutside = (places: readonly number[], text: Text): number => (firstOf(places) >= text.base ? 0 : 1);

function levelOf(word: readonly Char[], places: readonly number[], text: Text): 0 | 1 | 2 {
  if (!isRun(places)) return 2;
  return word[0]?.kind === 'sign' || text.starts.includes(firstOf(places)) ? 0 : 1;
}

function asTyped(word: readonly Char[], text: Text, before: number): Found | undefined {
  const runs = embeddings(word, text).filter((places) => isRun(places) && firstOf(places) < before);
  const tierOf = (places: readonly number[]): number => {
    if (places.length === text.chars.length) return 1;
    if (firstOf(places) === 0 || firstOf(places) === text.base) return 2;
    return levelOf(word, places, text) === 0 ? 3 : 7;
  };
  const places = best(runs, (run) => [tierOf(run), isOutside(run, text), firstOf(run)]);
  return places && { tier: tierOf(places), places: [places] };
}

function asInitials(word: readonly Char[], text: Text): Found | undefined {
  if (word.length < 2) return undefined;
  const windows = text.starts
    .map((_, k) => text.starts.slice(k, k + word.length))
    .filter((places) => places.length === word.length && firstOf(places) < text.extension)
    .filter((places) => places.every((place, i) => text.chars[place]?.folded === word[i]?.folded));
  const places = best(windows, (window) => [isOutside(window, text), firstOf(window)]);
  return places && { tier: 6, places: [places] };
}

function asWordParts(word: readonly Char[], text: Text): Found | undefined {
  const spellings = (at: number, k: number): number[][][] => {
    if (at === word.length) return [[]];
    return text.starts.flatMap((start, i) => {
      if (i < k || (at === 0 && start >= text.extension)) return [];
      const end = text.starts[i + 1] ?? text.chars.length;
      return word.slice(at).flatMap((_, n) => {
        const part = word.slice(at, at + n + 1).map((_char, j) => start + j);
        const isThere = part.every(
          (place, j) => place < end && text.chars[place]?.folded === word[at + j]?.folded,
        );
        return isThere ? spellings(at + n + 1, i + 1).map((rest) => [part, ...rest]) : [];
      });
    });
  };
  // Fewest words; then the earliest first word and its longest beginning, the earliest second, and so on.
  const parts = best(spellings(0, 0), (spelling) => [
    isOutside(spelling.at(0) as number[], text),
    spelling.length,
    ...spelling.flatMap((part) => [firstOf(part), -part.length]),
  ]);
  return parts && { tier: 10, places: [parts.flat()], parts: parts.length };
}

/** Of all places that end first, each character as late as it can be, from the last to the first. */
const endsFirst = (places: readonly number[]): number[] => [
  lastOf(places),
  ...places.toReversed().map((place) => -place),
];
/** Of all places that start last, each character as early as it can be. */
const startsLast = (places: readonly number[]): number[] => [-firstOf(places), ...places];

function asSubsequence(word: readonly Char[], text: Text, before: number): number[] | undefined {
  const inBase = best(embeddings(word, text, text.base), endsFirst);
  if (text.base > 0 && inBase !== undefined && firstOf(inBase) < before) return inBase;
  return best(embeddings(word, text), endsFirst);
}

function byWords(words: readonly (readonly Char[])[], text: Text): Found | undefined {
  const each = words.map((word, i) => {
    const before = i === 0 ? text.extension : text.chars.length;
    const runs = embeddings(word, text).filter((places) => isRun(places) && firstOf(places) < before);
    const run = best(runs, (places) => [
      levelOf(word, places, text),
      isOutside(places, text),
      firstOf(places),
    ]);
    const places = run ?? asSubsequence(word, text, before);
    if (places === undefined) return undefined;
    const level = firstOf(places) >= before ? 3 : run === undefined ? 2 : levelOf(word, places, text);
    return { level, places };
  });
  if (each.length === 0 || each.includes(undefined)) return undefined;
  const found = each as { level: number; places: number[] }[];
  const worst = Math.max(...found.map(({ level }) => level));
  const apart: Found = {
    tier: [5, 9, 12, 13].at(worst) as number,
    places: found.map(({ places }) => places),
  };
  if (worst === 3) return apart;
  const inOrder = text.base === 0 ? wordsForwards(words, text, worst) : wordsBackwards(words, text, worst);
  return inOrder === undefined ? apart : { tier: [4, 8, 11].at(worst) as number, places: inOrder };
}

const isAtLevel = (word: readonly Char[], places: readonly number[], text: Text, level: number): boolean =>
  level === 2 || levelOf(word, places, text) <= level;

function wordsForwards(words: readonly (readonly Char[])[], text: Text, level: number): Places | undefined {
  const found: number[][] = [];
  for (const word of words) {
    const from = found.length === 0 ? 0 : lastOf(found.at(-1) as number[]) + 1;
    const fitting = embeddings(word, text, from).filter((places) => isAtLevel(word, places, text, level));
    const places = best(fitting, endsFirst);
    if (places === undefined) return undefined;
    found.push(places);
  }
  return found;
}

function wordsBackwards(words: readonly (readonly Char[])[], text: Text, level: number): Places | undefined {
  const found: number[][] = [];
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words.at(i) as readonly Char[];
    const until = found[0] === undefined ? text.chars.length : firstOf(found[0]);
    const fitting = embeddings(word, text).filter(
      (places) =>
        lastOf(places) < until &&
        (i > 0 || firstOf(places) < text.extension) &&
        isAtLevel(word, places, text, level),
    );
    const places = best(fitting, startsLast);
    if (places === undefined) return undefined;
    found.unshift(places);
  }
  return found;
}

interface Query {
  readonly typed: string;
  readonly whole: readonly Char[];
  readonly words: readonly (readonly Char[])[];
  readonly isOneWord: boolean;
  readonly lead: readonly Char[];
}

const isSeparator = (char: Char): boolean => /^[\s\-_.,:/\\]$/.test(char.folded);

function toQuery(typed: string): Query {
  const whole = toChars(typed.trim());
  const words: Char[][] = [[]];
  for (const char of whole) {
    if (isSeparator(char)) words.push([]);
    else words.at(-1)?.push(char);
  }
  return {
    typed,
    whole,
    words: words.filter((word) => word.length > 0),
    isOneWord: words.length === 1,
    lead: whole.slice(
      0,
      whole.findIndex((char) => !isSeparator(char)),
    ),
  };
}

/** A reading is found by beginnings only: to the initials, and by word parts. */
const countsFor = (field: Field, tier: number): boolean => field !== 'reading' || tier <= 6 || tier === 10;

function find(
  query: Query,
  text: Text,
  field: Field,
): (Found & { words: readonly (readonly Char[])[] }) | undefined {
  const { typed, whole, isOneWord, lead } = query;
  if (text.original === typed) return { tier: 0, places: [text.chars.map((_, i) => i)], words: [] };
  const run = asTyped(whole, text, isOneWord ? text.extension : text.chars.length);
  const asOne = (found: Found | undefined) => found && { ...found, words: [whole] };
  if (isOneWord) {
    const places = asSubsequence(whole, text, text.extension);
    const loose: Found | undefined = places && {
      tier: firstOf(places) >= text.extension ? 13 : 11,
      places: [places],
    };
    // What is found in the extension alone has no better form.
    const parts = loose?.tier === 11 ? asWordParts(whole, text) : undefined;
    const all = [run, asInitials(whole, text), parts, loose]
      .filter((found) => found !== undefined)
      .filter(({ tier }) => countsFor(field, tier));
    return asOne(best(all, ({ tier }) => [tier]));
  }
  const hasLead = lead.length === 0 || embeddings(lead, text).some(isRun);
  const apart = hasLead ? byWords(query.words, text) : undefined;
  const isApart = run === undefined || (apart !== undefined && apart.tier < run.tier);
  const found = isApart ? apart && { ...apart, words: query.words } : asOne(run);
  return found !== undefined && countsFor(field, found.tier) ? found : undefined;
}

/** What decides the order inside the whole list, one number after another. */
function keyOf(found: Found & { words: readonly (readonly Char[])[] }, text: Text): number[] {
  const offset = (i: number): number => text.chars.slice(0, i).reduce((sum, { width }) => sum + width, 0);
  const length = offset(text.chars.length);
  if (found.tier === 0) return [0, 0, 0, 0, length];
  if (found.parts !== undefined) {
    return [firstOf(found.places.at(0) as number[]) >= text.base ? 0 : 2, found.parts - 1, 0, 0, length];
  }
  const all = found.places.flat();
  const first = Math.min(...all);
  const isSame = found.places.every((places, w) =>
    places.every((place, i) => {
      const written = text.chars[place]?.written;
      return written !== undefined && written === found.words[w]?.[i]?.written;
    }),
  );
  const matched = found.words.flat().reduce((sum, { width }) => sum + width, 0);
  return [
    Math.min(
      15,
      found.places.reduce((sum, places) => sum + outside(places, text), 0),
    ),
    found.tier === 6 ? 0 : Math.max(0, offset(Math.max(...all) + 1) - offset(first) - matched),
    isSame ? 0 : 1,
    offset(first) - (first >= text.base ? offset(text.base) : 0),
    length,
  ];
}

function toRanges(places: Places, text: Text): [number, number][] {
  const matched = new Set(places.flat());
  const covered = new Set<number>();
  for (const place of matched) {
    const { start, end } = text.chars.at(place) as Char;
    // What folding drops between two matched characters is highlighted with them.
    const until = matched.has(place + 1) ? (text.chars.at(place + 1) as Char).start : end;
    for (let unit = start; unit < Math.max(end, until); unit++) covered.add(unit);
  }
  const ranges: [number, number][] = [];
  for (const unit of [...covered].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === unit) last[1] = unit + 1;
    else ranges.push([unit, unit + 1]);
  }
  return ranges;
}

function textsOf(candidate: Candidate, readings: Readings): { field: Field; original: string }[] {
  const names = namesOf(candidate);
  const read = names.flatMap(({ original }) => readings(original));
  return [...names, ...read.map((original) => ({ field: 'reading' as const, original }))];
}

function namesOf(candidate: Candidate): { field: Field; original: string }[] {
  return [
    { field: 'value', original: candidate.value },
    ...(candidate.title === undefined ? [] : [{ field: 'title' as const, original: candidate.title }]),
    ...(candidate.aliases ?? []).map((original) => ({ field: 'alias' as const, original })),
  ];
}

type Readings = (value: string) => readonly string[];

interface Prepared<C> {
  readonly candidate: C;
  readonly weight: number;
  readonly texts: readonly { field: Field; text: Text }[];
}

/** A list to search plainly, with its texts taken apart once. */
export class PlainIndex<C extends CandidateInput> {
  readonly #candidates: readonly Prepared<C>[];

  constructor(candidates: readonly C[], readings: Readings = () => []) {
    this.#candidates = candidates.map((candidate) => {
      const full: Candidate = typeof candidate === 'string' ? { value: candidate } : candidate;
      const texts = textsOf(full, readings).map(({ field, original }) => ({ field, text: toText(original) }));
      return { candidate, weight: full.weight ?? 0, texts };
    });
  }

  /** All matches in order, then cut. */
  search(
    query: string,
    { limit = Infinity, offset = 0, accept = () => true }: SearchOptions<C> = {},
  ): { matches: ReferenceMatch[]; total: number } {
    const prepared = toQuery(query);
    const matches = this.#candidates.flatMap((entry, order) => {
      if (!accept(entry.candidate)) return [];
      const way = bestWay(entry, prepared);
      return way === undefined ? [] : [{ ...way, key: [...way.key, order] }];
    });
    const sorted = matches.toSorted((a, b) => compareLists(a.key, b.key));
    return {
      matches: sorted.slice(offset, offset + limit).map(({ key: _key, ...match }) => match),
      total: sorted.length,
    };
  }
}

function bestWay(
  { candidate, weight, texts }: Prepared<CandidateInput>,
  query: Query,
): (ReferenceMatch & { key: number[] }) | undefined {
  if (query.whole.length === 0) return { candidate, field: 'value', tier: -1, ranges: [], key: [-weight] };
  const ways = texts.flatMap(({ field, text }) => {
    const found = find(query, text, field);
    if (found === undefined) return [];
    const key = [found.tier, FIELDS.indexOf(field), -weight, ...keyOf(found, text)];
    const ranges = field === 'reading' ? [] : toRanges(found.places, text);
    return [{ candidate, field, tier: found.tier, ranges, key }];
  });
  return best(ways, ({ key }) => key);
}
