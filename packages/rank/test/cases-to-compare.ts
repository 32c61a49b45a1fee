import fc from 'fast-check';
import type {
  Band,
  Candidate,
  CandidateInput,
  IndexOptions,
  SearchOptions,
  SearchResult,
} from '../src/index.js';
import { BANDS, createIndex } from '../src/index.js';
import { ANY_CHARACTERS, FEW_CHARACTERS } from './arbitraries.js';
import { PlainIndex } from './reference.js';

/** Letters that make collisions, words, errors and paths by themselves. */
export const ALPHABETS: readonly { name: string; characters: readonly string[]; runs: number }[] = [
  { name: 'all kinds of characters', characters: ANY_CHARACTERS, runs: 3500 },
  { name: 'few characters, which meet often', characters: FEW_CHARACTERS, runs: 8500 },
  { name: 'two letters and a separator', characters: ['a', 'b', 'a', 'b', 'a', 'b', '-'], runs: 4000 },
  { name: 'words and paths', characters: ['ab', 'ba', 'cd', 'a', 'B', '/', '-', '.', ' '], runs: 4000 },
];

/** What both search, and how. */
export interface Lists {
  readonly candidates: readonly CandidateInput[];
  readonly options?: IndexOptions;
  readonly page?: SearchOptions;
}

export interface Case {
  readonly lists: Lists;
  readonly queries: readonly string[];
}

/** What both must agree on, in a form that a failing test shows at a glance. */
interface Seen {
  readonly order: string[];
  readonly total: number;
  readonly consulted: Band | undefined;
}

function see(result: {
  matches: readonly {
    candidate: CandidateInput;
    field: string;
    band: Band | undefined;
    ranges: [number, number][];
  }[];
  total: number;
  consulted: Band | undefined;
}): Seen {
  const order = result.matches.map(({ candidate, field, band, ranges }) =>
    [JSON.stringify(candidate), field, band ?? 'all', JSON.stringify(ranges)].join(' '),
  );
  return { order, total: result.total, consulted: result.consulted };
}

/** Makes an index that is compared with the reference: the large one or the small. */
export type Create = (
  candidates: readonly CandidateInput[],
  options?: IndexOptions,
) => { search(query: string, page?: SearchOptions): SearchResult };

/** The first query for which they differ, with what each found; undefined if they agree on all. The engine gets them one after another, as they are typed. */
export function difference(
  { candidates, options, page }: Lists,
  queries: readonly string[],
  create: Create = createIndex,
): object | undefined {
  const index = create(candidates, options);
  const plainIndex = new PlainIndex(candidates, options);
  for (const query of queries) {
    const found = see(index.search(query, page));
    const right = see(plainIndex.search(query, page));
    if (JSON.stringify(found) !== JSON.stringify(right))
      return { candidates, options, page, query, found, right };
  }
  return undefined;
}

/** All strings of the characters, of at most so many. */
export function stringsOf(characters: readonly string[], maxLength: number): string[] {
  const all = [''];
  for (let from = 0, length = 0; length < maxLength; length++) {
    const to = all.length;
    for (const start of all.slice(from, to)) all.push(...characters.map((character) => start + character));
    from = to;
  }
  return all;
}

function texts(characters: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { maxLength }).map((list) => list.join(''));
}

/** Half of the candidates are strings, the others have all that candidates can have. */
function candidateOf(characters: readonly string[]): fc.Arbitrary<CandidateInput> {
  const string = texts(characters, 9);
  const full: fc.Arbitrary<Candidate> = fc.record(
    {
      value: string,
      title: string,
      aliases: fc.array(string, { maxLength: 2 }),
      weight: fc.integer({ min: -1, max: 2 }),
    },
    { requiredKeys: ['value'] },
  );
  return fc.oneof(string, full);
}

const optionsOf = (characters: readonly string[]): fc.Arbitrary<IndexOptions> =>
  fc.record(
    {
      readings: fc.func<[string], string[]>(fc.array(texts(characters, 8), { maxLength: 2 })),
      enough: fc.constantFrom(0, 1, 2, 5, Infinity),
      loosest: fc.constantFrom(...BANDS),
      weight: fc.func<[CandidateInput, number], number>(fc.integer({ min: 0, max: 2 })),
    },
    { requiredKeys: [] },
  );

const pageOf = (): fc.Arbitrary<SearchOptions> =>
  fc.record(
    {
      limit: fc.integer({ min: 0, max: 12 }),
      offset: fc.integer({ min: 0, max: 5 }),
      accept: fc
        .integer({ min: 1, max: 7 })
        .map((mask) => (candidate: CandidateInput) => ((JSON.stringify(candidate).length * 7) & mask) !== 0),
    },
    { requiredKeys: [] },
  );

/** What a person types to find a text: the text, its end left out, one to three changes made. */
function misspelled(
  text: string,
  changes: readonly { kind: number; at: number; by: string }[],
  length: number,
): string {
  const typed = Array.from(text).slice(0, length);
  for (const { kind, at, by } of changes) {
    const i = at % (typed.length + 1);
    if (kind === 0) typed.splice(i, 1);
    else if (kind === 1) typed.splice(i, 0, by);
    else if (kind === 2) typed.splice(i, 1, by);
    else typed.splice(i, 2, ...typed.slice(i, i + 2).toReversed());
  }
  return typed.join('');
}

/** A list, how it is searched, and a query that is typed: out of the blue, or to find one of the candidates. */
export function cases(
  characters: readonly string[],
  { minCandidates = 0, maxCandidates }: { minCandidates?: number; maxCandidates: number },
): fc.Arbitrary<Case> {
  const change = fc.record({ kind: fc.nat(3), at: fc.nat(20), by: fc.constantFrom(...characters) });
  return fc
    .record({
      candidates: fc.array(candidateOf(characters), { minLength: minCandidates, maxLength: maxCandidates }),
      options: optionsOf(characters),
      page: pageOf(),
      blue: texts(characters, 6),
      isAimed: fc.boolean(),
      aim: fc.nat(1000),
      length: fc.integer({ min: 1, max: 12 }),
      changes: fc.array(change, { maxLength: 2 }),
    })
    .map(({ candidates, options, page, blue, isAimed, aim, length, changes }) => {
      const target = candidates[aim % Math.max(1, candidates.length)];
      const value = typeof target === 'string' ? target : target?.value;
      const query = isAimed && value !== undefined ? misspelled(value, changes, length) : blue;
      return { lists: { candidates, options, page }, queries: [query] };
    });
}
