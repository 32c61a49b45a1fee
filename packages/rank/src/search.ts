import { TIER, TIER_COUNT, bandOfTier } from './bands.js';
import type { Hit } from './best-hits.js';
import { BestHits, compareKeys } from './best-hits.js';
import type { BitSet } from './bit-set.js';
import { addTo, emptySet, removeAll, sizeOf } from './bit-set.js';
import type { CandidateInput } from './candidate.js';
import { codesOf, hasCodes } from './flat-texts.js';
import { hasAllWords } from './has-all-words.js';
import { matchText } from './match-text.js';
import { Placement } from './placement.js';
import type { Query } from './query.js';
import { rangesOf } from './ranges.js';
import { firstKey, scoreOf, secondKey, stepOf, thirdKey } from './rank-key.js';
import type { Match, SearchResult } from './search-index.js';
import type { SearchPlan } from './search-plan.js';
import type { Text } from './text.js';

/** The accepted candidates that match a query, best first. */
export function searchMatching<C extends CandidateInput>(plan: SearchPlan<C>, query: Query): SearchResult<C> {
  const search = new Search(plan, query);
  search.run();
  return { matches: search.matches(), total: search.total };
}

/** What is known of the slots in a set before they are looked at. */
interface Known {
  /** They match: nothing has to be tried in order to count them. */
  readonly isMatch: boolean;
  /** None of their texts is in an earlier tier. */
  readonly leastTier: number;
}

/**
 * One search. It takes sets of slots, better before worse, and goes through each in the static order, so that the best are
 * soon found; of all others it only says whether they match.
 */
class Search<C extends CandidateInput> {
  total = 0;
  readonly #plan: SearchPlan<C>;
  readonly #query: Query;
  readonly #best: BestHits;
  readonly #placement: Placement = new Placement();
  readonly #hit: Hit = { candidate: 0, text: 0, tier: 0, start: 0, first: 0, second: 0, third: 0 };
  /** Where later bands are no match, counting takes knowing the band. */
  readonly #hasAllTiers: boolean;

  constructor(plan: SearchPlan<C>, query: Query) {
    this.#plan = plan;
    this.#query = query;
    this.#best = new BestHits(Math.min(plan.offset + plan.limit, plan.table.candidates.length));
    this.#hasAllTiers = plan.lastTier === TIER_COUNT - 1;
  }

  run(): void {
    const { rows, starts } = this.#plan.table;
    const { whole, equal, needed, isOneWord, isOnlyEqual } = this.#query;
    if (isOnlyEqual || !hasCodes(equal)) {
      this.#matchEach(rows.all());
      return;
    }
    const strong = this.#emptySet();
    const complete = this.#emptySet();
    starts.addMatches(whole.codes, strong, complete);
    if (equal !== whole.text) this.#addEqual(strong, complete);
    const weak = rows.having(needed);
    removeAll(weak, strong);
    removeAll(strong, complete);
    this.#scan(complete, { isMatch: true, leastTier: TIER.exact });
    this.#scan(strong, { isMatch: true, leastTier: TIER.prefix });
    // A sign needs no start of a word, so that the sorted starts do not have all places that count as one.
    const afterStarts = isOneWord ? TIER.initials : TIER.wordStartInOrder;
    this.#scan(weak, { isMatch: false, leastTier: whole.beginsWithSign ? TIER.wordStart : afterStarts });
  }

  matches(): Match<C>[] {
    return this.#best
      .sorted()
      .slice(this.#plan.offset)
      .map((hit) => this.#toMatch(hit));
  }

  #emptySet(): BitSet {
    return emptySet(this.#plan.table.candidates.length);
  }

  /** With white space at the ends, what is the same as the query need not begin as the query without it does. */
  #addEqual(strong: BitSet, complete: BitSet): void {
    const alike = this.#emptySet();
    this.#plan.table.starts.addMatches(codesOf(this.#query.equal), this.#emptySet(), alike);
    forEachIn(alike, (slot) => {
      if (!this.#someText(slot, (text) => text.original === this.#query.typed)) return;
      addTo(strong, slot);
      addTo(complete, slot);
    });
  }

  #someText(slot: number, test: (text: Text, t: number) => boolean): boolean {
    const { texts, textsFrom } = this.#plan.table;
    const end = textsFrom[slot + 1] as number;
    for (let t = textsFrom[slot] as number; t < end; t++) if (test(texts[t] as Text, t)) return true;
    return false;
  }

  #scan(set: BitSet, { isMatch, leastTier }: Known): void {
    if (!this.#hasAllTiers) {
      this.#matchEach(set);
      return;
    }
    const { accept, table } = this.#plan;
    const leastStep = stepOf(leastTier, 'value');
    const best = this.#best;
    if (accept === undefined && best.refuses(firstKey(leastStep, 0), 0, 0)) {
      this.total += this.#count(set, isMatch);
      return;
    }
    forEachIn(set, (slot) => {
      if (!isMatch && !this.#isMatch(slot)) return;
      const candidate = table.candidateOf[slot] as number;
      if (accept !== undefined && !accept(table.candidates[candidate] as C)) return;
      this.total++;
      const first = firstKey(leastStep, table.weightRanks[slot] as number);
      if (best.refuses(first, 0, thirdKey(table.shortest[slot] as number, candidate))) return;
      if (this.#findBestText(slot)) best.add(this.#hit);
    });
  }

  #count(set: BitSet, isMatch: boolean): number {
    const { needed } = this.#query;
    // The row of a single letter says it all.
    const isCertain = needed.length === 1 && this.#plan.table.rows.isAlone(needed[0] as number);
    if (isMatch || isCertain) return sizeOf(set);
    let count = 0;
    forEachIn(set, (slot) => {
      if (this.#isMatch(slot)) count++;
    });
    return count;
  }

  #isMatch(slot: number): boolean {
    const { flat, texts, textsFrom } = this.#plan.table;
    const end = textsFrom[slot + 1] as number;
    for (let t = textsFrom[slot] as number; t < end; t++) {
      if (hasAllWords(this.#query, flat, t, texts[t] as Text)) return true;
    }
    return false;
  }

  /** The plain way, for what is known of no slot. */
  #matchEach(set: BitSet): void {
    const { accept, table } = this.#plan;
    forEachIn(set, (slot) => {
      if (!this.#findBestText(slot)) return;
      if (accept !== undefined && !accept(table.candidates[table.candidateOf[slot] as number] as C)) return;
      this.total++;
      this.#best.add(this.#hit);
    });
  }

  /** Fills in the hit for the text of a slot that matches best; false if none does. */
  #findBestText(slot: number): boolean {
    const { table, lastTier } = this.#plan;
    const placement = this.#placement;
    const hit = this.#hit;
    const candidate = table.candidateOf[slot] as number;
    const end = table.textsFrom[slot + 1] as number;
    hit.first = Infinity;
    for (let t = table.textsFrom[slot] as number; t < end; t++) {
      const text = table.texts[t] as Text;
      if (!matchText(this.#query, text, placement) || placement.tier > lastTier) continue;
      const first = firstKey(stepOf(placement.tier, text.field), table.weightRanks[slot] as number);
      const second = secondKey(placement);
      const third = thirdKey(text.folded.length, candidate);
      if (compareKeys(first, second, third, hit) >= 0) continue;
      hit.candidate = candidate;
      hit.text = t;
      hit.tier = placement.tier;
      hit.start = placement.spans[0] ?? 0;
      hit.first = first;
      hit.second = second;
      hit.third = third;
    }
    return hit.first !== Infinity;
  }

  #toMatch(hit: Hit): Match<C> {
    const text = this.#plan.table.texts[hit.text] as Text;
    return {
      candidate: this.#plan.table.candidates[hit.candidate] as C,
      score: scoreOf(stepOf(hit.tier, text.field)),
      ranges: this.#rangesOf(hit, text),
      field: text.field,
      text: text.original,
      band: bandOfTier(hit.tier),
    };
  }

  /** Ranges of several spans are found again for the few matches that are returned, instead of kept for all that are not. */
  #rangesOf({ tier, start }: Hit, text: Text): [start: number, end: number][] {
    const { whole } = this.#query;
    const isRun = tier === TIER.prefix || tier === TIER.wordStart || tier === TIER.inside;
    if (isRun && text.isAligned) return [[start, start + whole.text.length]];
    matchText(this.#query, text, this.#placement);
    return rangesOf(this.#query, text, this.#placement, this.#plan.folder);
  }
}

function forEachIn(set: BitSet, visit: (slot: number) => void): void {
  for (let i = 0; i < set.length; i++) {
    for (let bits = set[i] as number; bits !== 0; bits &= bits - 1) {
      visit(i * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
}
