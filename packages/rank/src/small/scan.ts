import { TIER, bandOfTier } from '../bands.js';
import type { CandidateInput, Field } from '../candidate.js';
import { valueOf } from '../candidate.js';
import { FIELD } from '../layout/original-texts.js';
import { Matcher } from '../match/matcher.js';
import { place } from '../match/place.js';
import type { Match, SearchResult } from '../search-index.js';
import type { Page } from '../search/page.js';
import type { Query } from '../search/query.js';
import type { Turns } from '../search/take-turns.js';
import { findsReadings, lastStrictTier, takeTurns } from '../search/take-turns.js';
import { FIELDS, placedRanges, scoreOf } from '../search/to-match.js';
import type { Folder } from '../text/folder.js';
import { listLacking } from './list-lacking.js';
import type { ScannedList } from './scanned-list.js';

/** Where a candidate was found. */
interface Hit {
  readonly candidate: number;
  readonly tier: number;
  readonly field: number;
  /** Of several texts of this field the one with the best place. */
  text: number;
  /** See `Matcher.placeKey`. */
  place: number;
}

const REFUSED = -1;

/** One search: tier after tier it looks into the texts of all candidates that were in no earlier one. */
export class Scan<C extends CandidateInput> {
  readonly #list: ScannedList<C>;
  readonly #matcher: Matcher;
  readonly #page: Page<C>;
  readonly #hits: Hit[] = [];
  /** By candidate: the number of its hit, from 1 on, or `REFUSED`. */
  readonly #hitOf: Int32Array;
  /** By number of errors: the texts that may have the query but for these. */
  readonly #lists: (readonly number[])[] = [];

  constructor(list: ScannedList<C>, folder: Folder, page: Page<C>) {
    this.#list = list;
    this.#matcher = new Matcher(list.texts, folder, (text) => list.originals[text] as string);
    this.#page = page;
    this.#hitOf = new Int32Array(list.candidates.length);
  }

  search(turns: Turns): SearchResult<C> {
    const { query } = turns;
    this.#matcher.query = query;
    const last = query.isOnlyEqual ? TIER.folded : TIER.wordStart;
    let isComplete = false;
    for (let tier = 0; tier <= Math.min(lastStrictTier(turns), last); tier++) {
      if (tier <= TIER.folded) this.#meetEqual(tier, query);
      else this.#meetAll(tier, query);
      if (tier === TIER.folded) isComplete = this.#hits.length > 0;
    }
    const found = { total: this.#hits.length, isComplete };
    const { total, consulted } = takeTurns(turns, found, (tier) => {
      this.#meetAll(tier, query);
      return this.#hits.length;
    });
    return { matches: this.#matches(), total, consulted: bandOfTier(consulted) };
  }

  /** The texts that equal the query: as it was typed, or folded. */
  #meetEqual(tier: number, { typed, trimmed, isOnlyEqual }: Query): void {
    const { originals } = this.#list;
    const wanted = tier === TIER.exact ? typed : isOnlyEqual ? trimmed : undefined;
    if (wanted === undefined) this.#meetAll(tier, this.#matcher.query);
    else
      for (let text = 0; text < originals.length; text++)
        // Where all of it is wanted, that is all there is to find.
        if (originals[text] === wanted) this.#meet(text, tier, true);
  }

  #meetAll(tier: number, query: Query): void {
    const errors = errorsOf(tier);
    const list = (this.#lists[errors] ??= listLacking(this.#list.texts, query, errors));
    for (const text of list) this.#meet(text, tier, false);
  }

  /** Takes up a text: its candidate counts if no earlier tier or field had it. */
  #meet(text: number, tier: number, isEqual: boolean): void {
    const { owners, fields, candidates } = this.#list;
    const candidate = owners[text] as number;
    const field = fields === undefined ? FIELD.value : (fields[text] as number);
    const number = this.#hitOf[candidate] as number;
    const hit = this.#hits[number - 1];
    if (number !== 0 && (hit?.tier !== tier || hit.field !== field)) return;
    // Readings are found by beginnings, in no looser way.
    if (field === FIELD.reading && tier > TIER.wordStart && !findsReadings(tier)) return;
    if (!place(this.#matcher, isEqual ? TIER.exact : tier, text)) return;
    const key = this.#matcher.placeKey();
    if (hit !== undefined) {
      if (key >= hit.place) return;
      hit.text = text;
      hit.place = key;
      return;
    }
    const { accept } = this.#page;
    if (accept !== undefined && !accept(candidates[candidate] as C)) {
      this.#hitOf[candidate] = REFUSED;
      return;
    }
    this.#hitOf[candidate] = this.#hits.push({ candidate, tier, field, text, place: key });
  }

  #matches(): Match<C>[] {
    const { weights, lengths } = this.#list;
    const { from, to } = this.#page;
    if (from >= to) return [];
    return this.#hits
      .sort(
        (a, b) =>
          a.tier - b.tier ||
          a.field - b.field ||
          // Of two infinite weights the difference is NaN, as good as 0.
          (weights[b.candidate] as number) - (weights[a.candidate] as number) ||
          a.place - b.place ||
          (lengths[a.candidate] as number) - (lengths[b.candidate] as number) ||
          a.candidate - b.candidate,
      )
      .slice(from, to)
      .map((hit) => this.#toMatch(hit));
  }

  #toMatch({ candidate: number, tier, field, text }: Hit): Match<C> {
    const candidate = this.#list.candidates[number] as C;
    const isReading = field === FIELD.reading;
    return {
      candidate,
      score: scoreOf(tier, field),
      ranges: isReading ? [] : placedRanges(this.#matcher, tier, text),
      field: FIELDS[field] as Field,
      text: isReading ? valueOf(candidate) : (this.#list.originals[text] as string),
      band: bandOfTier(tier),
    };
  }
}

/** How many of the characters of a query may be wrong in a tier. */
function errorsOf(tier: number): number {
  if (tier === TIER.twoErrors) return 2;
  return tier >= TIER.headError && tier <= TIER.wordError ? 1 : 0;
}
