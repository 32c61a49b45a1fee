/** A list searched as plainly as possible: every text is tried in every tier, and everything is sorted. */
import type { Band, Candidate, CandidateInput, Field, IndexOptions, SearchOptions } from '../src/index.js';
import type { Query } from './reference-query.js';
import { toQuery } from './reference-query.js';
import type { Text } from './reference-text.js';
import { toText } from './reference-text.js';
import { TIERS, best, compareLists, findTier } from './reference-tiers.js';

const FIELDS: readonly Field[] = ['value', 'title', 'alias', 'reading'];
/** Exact and folded. */
const COMPLETE_TIERS = 2;
const WORD_START = 3;

export interface ReferenceMatch {
  readonly candidate: CandidateInput;
  readonly field: Field;
  readonly band: Band | undefined;
  readonly ranges: [number, number][];
}

export interface ReferenceResult {
  readonly matches: ReferenceMatch[];
  readonly total: number;
  readonly consulted: Band | undefined;
}

interface Hit extends ReferenceMatch {
  readonly tier: number;
  readonly key: readonly number[];
}

interface Prepared<C> {
  readonly candidate: C;
  readonly weight: number;
  readonly length: number;
  readonly order: number;
  readonly texts: readonly { field: Field; text: Text }[];
}

/** A list to search plainly, with its texts taken apart once. */
/** Parts of enough with which a band has no turn, where that is not all of it. */
const SHARES: Readonly<Record<string, number>> = {
  'word-parts': 1 / 4,
  subsequence: 1 / 4,
  'two-errors': 1 / 10,
};

export class PlainIndex<C extends CandidateInput> {
  readonly #entries: readonly Prepared<C>[];
  readonly #enough: number;
  readonly #tiers: readonly number[];

  constructor(candidates: readonly C[], options: IndexOptions<C> = {}) {
    this.#enough = options.enough ?? 10;
    const last = TIERS.findLastIndex(({ band }) => band === (options.loosest ?? 'extension'));
    this.#tiers = Array.from({ length: last + 1 }, (_, tier) => tier);
    this.#entries = candidates.map((candidate, order) => {
      const full: Candidate = typeof candidate === 'string' ? { value: candidate } : candidate;
      const texts = textsOf(full, options.readings ?? (() => []));
      const weight = full.weight ?? options.weight?.(candidate, order) ?? 0;
      const length = texts[0]?.text.chars.length ?? 0;
      return { candidate, weight: Number.isNaN(weight) ? 0 : weight, length, order, texts };
    });
  }

  /** All matches of the tiers that are consulted, in order, then cut. */
  search(
    typed: string,
    { limit = Infinity, offset = 0, accept = () => true }: SearchOptions<C> = {},
  ): ReferenceResult {
    const entries = this.#entries.filter(({ candidate }) => accept(candidate));
    const query = toQuery(typed);
    const isEmpty = query.whole.length === 0;
    // Who has typed a text to its end made no error.
    const isComplete = entries.some(({ texts }) => texts.some(({ text }) => isTypedToItsEnd(query, text)));
    const hits = isEmpty ? entries.map(listed) : entries.map((entry) => hitOf(entry, query, !isComplete));
    const consulted = isEmpty ? this.#tiers : this.#consulted(query, hits);
    const matches = hits.filter((hit) => hit !== undefined && consulted.includes(hit.tier)) as Hit[];
    matches.sort((a, b) => compareLists(a.key, b.key));
    return {
      matches: matches.slice(offset, offset + limit),
      total: matches.length,
      consulted: TIERS[consulted.at(-1) as number]?.band,
    };
  }

  /** A looser tier has its turn only while those before it have not enough; the loosest only while they have far from it. */
  #consulted({ whole }: Query, hits: readonly (Hit | undefined)[]): number[] {
    const always = whole[0]?.kind === 'sign' ? WORD_START - 1 : WORD_START;
    const consulted: number[] = [];
    for (const tier of this.#tiers) {
      const found = hits.filter((hit) => hit !== undefined && consulted.includes(hit.tier)).length;
      const share = SHARES[TIERS[tier]?.band as string] ?? 1;
      if (tier <= always || found < this.#enough * share) consulted.push(tier);
    }
    return consulted;
  }
}

function textsOf(
  candidate: Candidate,
  readings: (value: string) => readonly string[],
): Prepared<Candidate>['texts'] {
  const names: { field: Field; original: string }[] = [
    { field: 'value', original: candidate.value },
    ...(candidate.title === undefined ? [] : [{ field: 'title' as const, original: candidate.title }]),
    ...(candidate.aliases ?? []).map((original) => ({ field: 'alias' as const, original })),
  ];
  const read = names.flatMap(({ original }) => readings(original));
  return [...names, ...read.map((original) => ({ field: 'reading' as const, original }))].map(
    ({ field, original }) => ({ field, text: toText(original) }),
  );
}

function listed({ candidate, weight, order }: Prepared<CandidateInput>): Hit {
  return { candidate, field: 'value', band: undefined, ranges: [], tier: 0, key: [-weight, order] };
}

const isTypedToItsEnd = (query: Query, text: Text): boolean =>
  TIERS.slice(0, COMPLETE_TIERS).some(({ find }) => find(query, text) !== undefined);

/** The best of the texts of one candidate. */
function hitOf(
  { candidate, weight, length, order, texts }: Prepared<CandidateInput>,
  query: Query,
  forgivesErrors: boolean,
): Hit | undefined {
  const hits = texts.flatMap(({ field, text }): Hit[] => {
    const way = findTier(query, { field, text }, forgivesErrors);
    if (way === undefined) return [];
    const { tier, marked } = way;
    const key = [tier, FIELDS.indexOf(field), -weight, ...way.key, length, order];
    const ranges = field === 'reading' ? [] : toRanges(marked, text);
    return [{ candidate, field, band: TIERS[tier]?.band, ranges, tier, key }];
  });
  return best(hits, ({ key }) => key);
}

function toRanges(marked: readonly number[], text: Text): [number, number][] {
  const covered = new Set<number>();
  for (const place of marked) {
    const char = text.chars[place];
    if (char === undefined) continue;
    // What folding drops between two marked characters is highlighted with them.
    const until = marked.includes(place + 1) ? (text.chars[place + 1]?.start ?? char.end) : char.end;
    for (let unit = char.start; unit < Math.max(char.end, until); unit++) covered.add(unit);
  }
  const ranges: [number, number][] = [];
  for (const unit of [...covered].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === unit) last[1] = unit + 1;
    else ranges.push([unit, unit + 1]);
  }
  return ranges;
}
