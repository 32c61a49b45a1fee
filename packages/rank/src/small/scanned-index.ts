import { bandOfTier, lastTier } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import type { IndexOptions, Match, SearchOptions, SearchResult } from '../search-index.js';
import { toListed } from '../search/list-all.js';
import type { Page } from '../search/page.js';
import { toPage } from '../search/page.js';
import { prepareQuery } from '../search/query.js';
import { ENOUGH } from '../search/take-turns.js';
import type { Folder } from '../text/folder.js';
import type { SmallIndex } from './create-index.js';
import { Scan } from './scan.js';
import type { ScannedList } from './scanned-list.js';

/** An index without anything sorted: every search looks at the texts that have the letters of the query. */
export class ScannedIndex<C extends CandidateInput> implements SmallIndex<C> {
  readonly size: number;
  readonly #list: ScannedList<C>;
  readonly #folder: Folder;
  readonly #lastTier: number;
  readonly #enough: number;

  constructor(list: ScannedList<C>, folder: Folder, { loosest, enough = ENOUGH }: IndexOptions<C>) {
    this.size = list.candidates.length;
    this.#list = list;
    this.#folder = folder;
    this.#lastTier = lastTier(loosest);
    this.#enough = enough;
  }

  search(typed: string, options: SearchOptions<C> = {}): SearchResult<C> {
    const page = toPage(options, this.size);
    if (typed.trim() === '') return { ...this.#listAll(page), consulted: bandOfTier(this.#lastTier) };
    const turns = {
      query: prepareQuery(typed, this.#folder),
      lastTier: this.#lastTier,
      enough: this.#enough,
    };
    return new Scan(this.#list, this.#folder, page).search(turns);
  }

  #listAll({ from, to, accept }: Page<C>): { matches: Match<C>[]; total: number } {
    const { candidates, weights } = this.#list;
    const all = [...candidates.keys()]
      .sort((a, b) => (weights[b] as number) - (weights[a] as number))
      .map((candidate) => candidates[candidate] as C);
    const accepted = accept === undefined ? all : all.filter((candidate) => accept(candidate));
    return { matches: accepted.slice(from, to).map(toListed), total: accepted.length };
  }
}
