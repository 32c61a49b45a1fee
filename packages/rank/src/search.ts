import { TIER, TIER_COUNT, bandOfTier } from './bands.js';
import type { Hit, KeptHit } from './best-hits.js';
import { BestHits, compareKeys } from './best-hits.js';
import type { BitSet } from './bit-set.js';
import { addTo, emptySet, forEachIn, keepOnly, removeAll, sizeOf, takeFirst } from './bit-set.js';
import type { CandidateInput } from './candidate.js';
import { valueOf } from './candidate.js';
import { codesOf, hasCodes } from './flat-texts.js';
import { LooseBound } from './loose-bound.js';
import { MatchCounter } from './match-counter.js';
import { matchText } from './match-text.js';
import { Placement } from './placement.js';
import type { Query } from './query.js';
import { rangesOf } from './ranges.js';
import { firstKey, scoreOf, secondKey, stepOf, thirdKey } from './rank-key.js';
import type { Match, SearchResult } from './search-index.js';
import type { SearchPlan } from './search-plan.js';
import { Spelling } from './spelling.js';
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
  readonly #spelling: Spelling;
  readonly #bound: LooseBound;
  readonly #best: BestHits;
  readonly #counter: MatchCounter;
  readonly #placement: Placement = new Placement();
  readonly #hit: Hit = { candidate: 0, text: 0, tier: 0, start: 0, first: 0, second: 0, third: 0 };
  /** Where later bands are no match, counting takes knowing the band. */
  readonly #hasAllTiers: boolean;

  constructor(plan: SearchPlan<C>, query: Query) {
    this.#plan = plan;
    this.#query = query;
    this.#counter = new MatchCounter(plan.table, query);
    this.#spelling = new Spelling(query.whole);
    this.#bound = new LooseBound(query);
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
    const found = { complete: this.#emptySet(), leading: this.#emptySet(), inner: this.#emptySet() };
    const { complete, leading, inner } = found;
    starts.findWhole(whole.codes, found);
    if (equal !== whole.text) this.#addEqual(complete);
    removeAll(leading, complete);
    removeAll(inner, complete);
    removeAll(inner, leading);
    const others = rows.having(needed);
    removeAll(others, complete);
    removeAll(others, leading);
    removeAll(others, inner);
    this.#scan(complete, { isMatch: true, leastTier: TIER.exact });
    this.#scan(leading, { isMatch: true, leastTier: TIER.prefix });
    this.#scan(inner, { isMatch: true, leastTier: TIER.wordStart });
    if (whole.beginsWithSign) {
      // A sign needs no start of a word, so that the sorted starts do not have all places that count as one.
      this.#scan(others, { isMatch: false, leastTier: TIER.wordStart });
    } else if (isOneWord) {
      this.#scan(others, { isMatch: false, leastTier: TIER.initials });
    } else {
      this.#scanWords(others);
    }
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
  #addEqual(complete: BitSet): void {
    const { texts, textsFrom, starts } = this.#plan.table;
    const alike = { complete: this.#emptySet(), leading: this.#emptySet(), inner: this.#emptySet() };
    starts.findWhole(codesOf(this.#query.equal), alike);
    forEachIn(alike.complete, (slot) => {
      const end = textsFrom[slot + 1] as number;
      for (let t = textsFrom[slot] as number; t < end; t++)
        if ((texts[t] as Text).original === this.#query.typed) addTo(complete, slot);
    });
  }

  /** Slots in which the query as a whole is at no start. */
  #scanWords(set: BitSet): void {
    if (sizeOf(set) === 0) return;
    const isLate = this.#best.refuses(firstKey(stepOf(TIER.wordStartInOrder, 'value'), 0), 0, 0);
    const atStarts = isLate ? this.#emptySet() : this.#wordsAtStarts(set);
    removeAll(set, atStarts);
    this.#scan(atStarts, { isMatch: false, leastTier: TIER.wordStartInOrder });
    this.#scan(set, { isMatch: false, leastTier: isLate ? TIER.wordStartInOrder : TIER.inside });
  }

  /** Of a set the slots in which each word of the query starts a word, or begins with a sign and need not. */
  #wordsAtStarts(set: BitSet): BitSet {
    const left = set.slice();
    const isDone = new Set<string>();
    for (const word of this.#query.words) {
      if (word.beginsWithSign || isDone.has(word.text)) continue;
      isDone.add(word.text);
      const found = this.#emptySet();
      this.#plan.table.starts.findWord(word.codes, found);
      keepOnly(left, found);
    }
    return left;
  }

  #scan(set: BitSet, { isMatch, leastTier }: Known): void {
    if (!this.#hasAllTiers) {
      this.#matchEach(set);
      return;
    }
    const { accept, table } = this.#plan;
    const leastStep = stepOf(leastTier, 'value');
    let isOver = this.#best.refuses(firstKey(leastStep, 0), 0, 0);
    for (let i = 0; i < set.length; i++) {
      while (set[i] !== 0) {
        if (isOver && accept === undefined) {
          this.total += isMatch ? sizeOf(set) : this.#counter.count(set);
          return;
        }
        const slot = takeFirst(set, i);
        if (!isMatch && !this.#counter.isMatch(slot)) continue;
        const candidate = table.candidateOf[slot] as number;
        if (accept !== undefined && !accept(table.candidates[candidate] as C)) continue;
        this.total++;
        // What this slot could be at best is no better in any that follows: see the static order.
        const first = firstKey(leastStep, table.weightRanks[slot] as number);
        isOver ||= this.#best.refuses(first, 0, thirdKey(table.shortest[slot] as number, candidate));
        if (!isOver && this.#findBestText(slot, leastTier)) this.#best.add(this.#hit);
      }
    }
  }

  /** The plain way, for what is known of no slot. */
  #matchEach(set: BitSet): void {
    const { accept, table } = this.#plan;
    forEachIn(set, (slot) => {
      if (!this.#findBestText(slot, TIER.exact)) return;
      if (accept !== undefined && !accept(table.candidates[table.candidateOf[slot] as number] as C)) return;
      this.total++;
      this.#best.add(this.#hit);
    });
  }

  /** Fills in the hit for the text of a slot that matches best; false if none does, or none well enough. */
  #findBestText(slot: number, leastTier: number): boolean {
    const { table, lastTier } = this.#plan;
    const placement = this.#placement;
    const hit = this.#hit;
    const candidate = table.candidateOf[slot] as number;
    const weightRank = table.weightRanks[slot] as number;
    const end = table.textsFrom[slot + 1] as number;
    hit.first = Infinity;
    for (let t = table.textsFrom[slot] as number; t < end; t++) {
      const text = table.texts[t] as Text;
      const maySpell = leastTier < TIER.initials || this.#spelling.mayBeIn(table.flat, t);
      if (leastTier >= TIER.initials && this.#isRefused(slot, t, maySpell)) continue;
      if (!matchText(this.#query, text, placement, maySpell) || placement.tier > lastTier) continue;
      const first = firstKey(stepOf(placement.tier, text.field), weightRank);
      const second = secondKey(placement);
      const third = thirdKey(text.folded.length, candidate);
      if (compareKeys(first, second, third, hit) >= 0) continue;
      hit.candidate = candidate;
      hit.text = t;
      hit.tier = placement.tier;
      hit.start = placement.spans.start();
      hit.first = first;
      hit.second = second;
      hit.third = third;
    }
    return hit.first !== Infinity;
  }

  /** Whether a text that has the query at no start of a word is too loose a match, as far as is known without its case. */
  #isRefused(slot: number, t: number, maySpell: boolean): boolean {
    if (maySpell && this.#query.isOneWord) return false;
    const { table } = this.#plan;
    const text = table.texts[t] as Text;
    const { tier, second } = this.#bound.of(table.flat, t, text);
    const first = firstKey(stepOf(tier, text.field), table.weightRanks[slot] as number);
    return this.#best.refuses(first, second, thirdKey(text.folded.length, table.candidateOf[slot] as number));
  }

  #toMatch(hit: KeptHit): Match<C> {
    const text = this.#plan.table.texts[hit.text] as Text;
    const candidate = this.#plan.table.candidates[hit.candidate] as C;
    const isReading = text.field === 'reading';
    return {
      candidate,
      score: scoreOf(stepOf(hit.tier, text.field)),
      ranges: isReading ? [] : this.#rangesOf(hit, text),
      field: text.field,
      text: isReading ? valueOf(candidate) : text.original,
      band: bandOfTier(hit.tier),
    };
  }

  /** Ranges of several spans are found again for the few matches that are returned, instead of kept for all that are not. */
  #rangesOf({ tier, start }: KeptHit, text: Text): [start: number, end: number][] {
    const { whole } = this.#query;
    const isRun = tier === TIER.prefix || tier === TIER.wordStart || tier === TIER.inside;
    if (isRun && text.isAligned) return [[start, start + whole.text.length]];
    matchText(this.#query, text, this.#placement);
    return rangesOf(this.#query, text, this.#placement, this.#plan.folder);
  }
}
