import { TIER } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import type { BitSet } from '../layout/bit-set.js';
import { addTo, emptySet, has } from '../layout/bit-set.js';
import type { Columns } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import { candidateAt, fieldOf, originalOf, slotOf } from '../layout/text-owner.js';
import { Matcher } from '../match/matcher.js';
import { placeAt } from '../match/place-run.js';
import { place } from '../match/place.js';
import type { Folder } from '../text/folder.js';
import { Ascending } from './ascending.js';
import { BestKeys } from './best-keys.js';
import type { Query } from './query.js';
import { Range } from './range.js';
import type { Segment } from './segment.js';
import { TextList } from './text-list.js';

/**
 * The search in one segment, tier by tier, with all the room that it needs: kept from one search to the next, so that a search
 * allocates nothing but what it returns.
 */
export class SegmentSearch<C extends CandidateInput = CandidateInput> {
  readonly segment: Segment<C>;
  readonly columns: Columns<C>;
  readonly matcher: Matcher;
  readonly best: BestKeys = new BestKeys();
  readonly heads: Range;
  readonly inner: Range;
  readonly equal: Range;
  /** Texts that may be in the tier that is looked at. */
  readonly list: TextList = new TextList();
  /** Accepted candidates found so far. */
  total = 0;
  /** Whether some text equals the query: who has typed it to its end made no error. */
  isComplete = false;
  readonly #ascending: Ascending = new Ascending();
  readonly #seen: BitSet;
  readonly #marked: TextList = new TextList();
  #accept: ((candidate: C) => boolean) | undefined;
  #enough = 0;
  /** The text added last, and its slot: where groups of texts begin is seen by them. */
  #lastSlot = 0;
  #lastText = -1;

  constructor(segment: Segment<C>, folder: Folder) {
    const { columns } = segment;
    this.segment = segment;
    this.columns = columns;
    this.matcher = new Matcher(columns, folder, (text) => originalOf(columns, text));
    this.heads = new Range(columns.codes);
    this.inner = new Range(columns.codes);
    this.equal = new Range(columns.codes);
    this.#seen = emptySet(columns.size);
  }

  begin(query: Query, enough: number, accept: ((candidate: C) => boolean) | undefined): void {
    this.matcher.query = query;
    this.#enough = enough;
    this.#accept = accept;
    this.total = 0;
  }

  /** Makes the room ready for the next search. */
  end(): void {
    const { items, count } = this.#marked;
    if (count > this.#seen.length) this.#seen.fill(0);
    else for (let i = 0; i < count; i++) this.#seen[(items[i] as number) >>> 5] = 0;
    this.#marked.count = 0;
    this.#accept = undefined;
  }

  /** Begins a tier of which so many hits are wanted. */
  beginTier(tier: number, wanted: number): void {
    // Whatever starts inside a text is not at its start.
    this.best.begin(wanted, tier === TIER.wordStart && !this.columns.hasPaths ? 1 : 0);
    this.#lastText = -1;
  }

  /**
   * Takes up a text. Its candidate counts if it was not seen in this tier or an earlier one, and if the text is in this tier, which is
   * looked into unless it is known. `position` is where the query first is in a text, if that is known.
   */
  meet(text: number, tier: number, isKnown: boolean, position = -1): void {
    const slot = slotOf(this.columns, text);
    if (has(this.#seen, slot)) return;
    const isFull = this.#isFullAt(text, slot);
    if (!(isFull && isKnown) && !this.#place(text, tier, position)) return;
    const key = isFull ? 0 : this.matcher.placeKey();
    addTo(this.#seen, slot);
    this.#marked.push(slot);
    if (!this.#isWanted(slot)) return;
    this.total++;
    if (!isFull) this.#add(key, text, slot, tier);
  }

  /** Takes up the texts of a range of starts, which are all in a tier: all of them, or as many as are wanted. */
  meetRange({ positions, starts, low, high }: Range, tier: number, isAll: boolean): void {
    const { columns } = this;
    const ascending = this.#ascending;
    const minima = positions === starts?.positions ? starts.minima : undefined;
    ascending.begin({
      positions,
      minima,
      low,
      high,
      limit: columns.codes.length,
      wanted: isAll ? high - low : this.best.wanted,
    });
    let last = -1;
    while (ascending.next()) {
      const { batch, count } = ascending;
      for (let i = 0; i < count; i++) {
        const position = batch[i] as number;
        const text = textAt(columns, position);
        if (text === last) continue;
        last = text;
        this.meet(text, tier, true, position);
        if (!isAll && this.best.isFull) return;
      }
    }
  }

  /** Takes up part of a list of texts. Where all are known to be in the tier, and no more are wanted, they are only counted. */
  meetList({ items }: TextList, count: number, tier: number, isKnown: boolean): void {
    const mayCount =
      isKnown &&
      this.#accept === undefined &&
      this.segment.removed === undefined &&
      this.columns.extraSlots.length === 0;
    let n = 0;
    while (n < count) {
      if (mayCount && this.best.isFull) break;
      this.meet(items[n++] as number, tier, isKnown);
    }
    const first = n;
    // Without other texts than values a text is its slot.
    for (; n < count; n++) if (!has(this.#seen, items[n] as number)) this.total++;
    if (this.total < this.#enough)
      for (n = first; n < count; n++) {
        addTo(this.#seen, items[n] as number);
        this.#marked.push(items[n] as number);
      }
  }

  #place(text: number, tier: number, position: number): boolean {
    const { matcher } = this;
    if (position < 0) return place(matcher, tier, text);
    matcher.open(text);
    // In a path a later place may be a better one.
    return matcher.base === matcher.start ? placeAt(matcher, position) : place(matcher, tier, text);
  }

  /** Whether neither this text nor any that follows can be among those wanted. */
  #isFullAt(text: number, slot: number): boolean {
    const { best } = this;
    if (best.isFull) return true;
    if (this.#lastText >= 0 && startsGroup(this.columns, this.#lastText, text, this.#lastSlot, slot))
      best.nextGroup();
    this.#lastText = text;
    this.#lastSlot = slot;
    return best.isFull;
  }

  #isWanted(slot: number): boolean {
    const { removed } = this.segment;
    if (removed !== undefined && has(removed, this.columns.candidateOf[slot] as number)) return false;
    return this.#accept === undefined || this.#accept(candidateAt(this.columns, slot));
  }

  /** Of several aliases or readings of a candidate that are in a tier the best counts; they follow one another. */
  #add(key: number, text: number, slot: number, tier: number): void {
    const { columns, matcher, best } = this;
    let bestKey = key;
    let bestText = text;
    // What equals the query as typed is equal in every way.
    if (text >= columns.size && tier !== TIER.exact) {
      for (let next = text + 1; isSibling(columns, next, text, slot); next++) {
        if (!place(matcher, tier, next)) continue;
        const nextKey = matcher.placeKey();
        if (nextKey >= bestKey) continue;
        bestKey = nextKey;
        bestText = next;
      }
    }
    best.add(bestKey, bestText);
  }
}

/** Whether a text is of another field or weight than the one before it in ascending order. */
function startsGroup(
  columns: Columns,
  before: number,
  text: number,
  slotBefore: number,
  slot: number,
): boolean {
  if (text >= columns.size && fieldOf(columns, before) !== fieldOf(columns, text)) return true;
  const { drops, values } = columns.weights;
  if (values.length === 1) return false;
  const last = slot >>> 5;
  let at = (slotBefore + 1) >>> 5;
  // Bits from the one after the slot before on, up to the slot.
  let bits = (drops[at] as number) & (-1 << (slotBefore + 1));
  while (at < last) {
    if (bits !== 0) return true;
    bits = drops[++at] as number;
  }
  return at === last && (bits & (-1 >>> (31 - (slot & 31)))) !== 0;
}

function isSibling(columns: Columns, next: number, text: number, slot: number): boolean {
  return (
    next < columns.textCount &&
    slotOf(columns, next) === slot &&
    fieldOf(columns, next) === fieldOf(columns, text)
  );
}
