import { TIER } from '../bands.js';
import type { CandidateInput } from '../candidate.js';
import { SORTED_DEPTH } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import type { Hits } from './hits.js';
import { FIELD } from '../layout/original-texts.js';
import { keepSpelled } from './keep-spelled.js';
import { listAbbreviated } from './list-abbreviated.js';
import { GRAM, listInside } from './list-by-grams.js';
import { keepInside, keepScattered, listHaving, listInitials, listScattered } from './list-by-rows.js';
import { MAX_MASK } from './code-masks.js';
import { ErrorSearch } from './error-search.js';
import type { Query, Word } from './query.js';
import { Range } from './range.js';
import type { SegmentSearch } from './segment-search.js';
import { Survivors } from './survivors.js';
import { findsReadings } from './take-turns.js';
import { TextList } from './text-list.js';

/** With fewer texts, looking at them all costs less than remembering what was found. */
const SMALL = 1 << 14;

/** So many starts are looked at rather than what is rarer still. */
const FEW = 64;

/** The loose tiers in one segment: each first lists the texts that may be in it, and then looks into these. */
export class LooseSearch<C extends CandidateInput> {
  readonly #search: SegmentSearch<C>;
  readonly #errors: ErrorSearch;
  readonly #list: TextList = new TextList();
  readonly #scattered: TextList = new TextList();
  readonly #spare: TextList = new TextList();
  readonly #survivors: Survivors = new Survivors();
  #hasScattered = false;
  readonly #range: Range;

  constructor(search: SegmentSearch<C>) {
    const { columns } = search;
    this.#search = search;
    this.#errors = new ErrorSearch(columns);
    this.#range = new Range(columns.codes);
  }

  begin(): void {
    this.#hasScattered = false;
    this.#errors.begin();
  }

  /** Searches one tier. */
  run(tier: number, hits: Hits): void {
    const search = this.#search;
    const { columns, best, matcher } = search;
    search.beginTier(tier, hits.missing);
    const list = this.#textsFor(tier, matcher.query);
    let { count } = list;
    // Readings are found by beginnings, in no looser way. They come last.
    if (!findsReadings(tier)) {
      const firstReading = columns.fieldFrom[FIELD.reading] as number;
      while (count > 0 && (list.items[count - 1] as number) >= firstReading) count--;
    }
    search.meetList(list, count, tier, this.#isExact(tier, matcher.query));
    hits.take(best, tier);
  }

  /** Whether all texts listed for a tier are in it, if in no better one. */
  #isExact(tier: number, { isOneWord, whole }: Query): boolean {
    switch (tier) {
      case TIER.wordsAnyOrder:
      case TIER.wordsInsideAnyOrder:
      case TIER.twoErrors:
        return true;
      case TIER.headError:
        return whole.codes.length < SORTED_DEPTH;
      case TIER.wordStart:
      case TIER.inside:
      case TIER.subsequence:
        if (tier === TIER.subsequence && whole.codes.length > MAX_MASK) return false;
        // The start of a file extension is not enough.
        return (
          !isOneWord ||
          (whole.isSign && tier !== TIER.subsequence) ||
          this.#search.columns.late.positions.length === 0
        );
      default:
        return false;
    }
  }

  #textsFor(tier: number, query: Query): TextList {
    const { columns } = this.#search;
    const { codes } = query.whole;
    const list = this.#list;
    switch (tier) {
      case TIER.abbreviation:
        listAbbreviated(columns, codes, list, this.#spare);
        return list;
      case TIER.wordParts:
        list.copy(this.#scatteredTexts(query));
        keepSpelled(columns, codes, true, list);
        return list;
      case TIER.subsequence:
        return this.#scatteredTexts(query);
      case TIER.initials:
      case TIER.wordsAnyOrder:
      case TIER.wordsInsideAnyOrder:
        // The list is that of the tier before, if that was searched.
        return list;
      case TIER.firstInitials:
        listInitials(columns, codes, list);
        return list;
      case TIER.wordsInOrder:
        this.#listWordStarts(query);
        return list;
      case TIER.wordsInsideInOrder:
        this.#listWords(query);
        return list;
      case TIER.extension:
        list.count = 0;
        this.#range.find(codes, columns.late);
        this.#addRange(this.#range);
        list.sort();
        return list;
      case TIER.wordStart:
      case TIER.inside:
        listInside(columns, codes, list);
        return list;
      default:
        return this.#errors.textsFor(tier, query.whole);
    }
  }

  #scatteredTexts({ whole, words, isOneWord, lead }: Query): TextList {
    const list = this.#scattered;
    if (this.#hasScattered) return list;
    this.#hasScattered = true;
    const { columns } = this.#search;
    const parts = isOneWord ? [whole] : words;
    const before = this.#survivors.before(whole.codes);
    if (before === undefined) listScattered(columns, parts, list);
    else {
      list.copy({ items: before, count: before.length });
      keepScattered(columns, parts, list);
    }
    if (columns.textCount > SMALL) this.#survivors.keep(whole.codes, list);
    keepInside(columns, lead, list);
    return list;
  }

  /** Texts in which the rarest of the words starts a word. */
  #listWordStarts({ words, lead }: Query): void {
    const { columns } = this.#search;
    const { heads, inner, late } = columns;
    const list = this.#list;
    const range = this.#range;
    const distinct = distinctWords(words);
    let rarest: Word | undefined;
    let sign: Word | undefined;
    let fewest = Infinity;
    for (const word of distinct) {
      if (word.isSign) {
        // Signs are not sorted, but say much.
        if (word.codes.length >= GRAM) sign = word;
        continue;
      }
      let count = 0;
      for (const starts of [heads, inner, late]) {
        range.find(word.codes, starts);
        count += range.size;
      }
      if (count >= fewest) continue;
      rarest = word;
      fewest = count;
    }
    list.count = 0;
    if (sign !== undefined && fewest > FEW) {
      rarest = sign;
      listInside(columns, sign.codes, list);
    } else if (rarest === undefined) this.#listWords(this.#search.matcher.query);
    else {
      for (const starts of [heads, inner, late]) {
        range.find(rarest.codes, starts);
        this.#addRange(range);
      }
    }
    // First narrowed, as sorting is what takes long.
    for (const { codes, isSign } of distinct)
      if (codes !== rarest?.codes) keepInside(columns, codes, list, !isSign);
    keepInside(columns, lead, list);
    list.sort();
  }

  /** Texts that have all words somewhere. */
  #listWords({ words, lead }: Query): void {
    let longest = lead;
    for (const { codes } of words) if (codes.length > longest.length) longest = codes;
    const { columns } = this.#search;
    const list = this.#list;
    if (longest.length >= GRAM) listInside(columns, longest, list);
    else listHaving(columns, words.flatMap(({ codes }) => codes).concat(lead), list);
    for (const { codes } of distinctWords(words))
      if (codes !== longest || codes.length < GRAM) keepInside(columns, codes, list);
    keepInside(columns, lead, list);
  }

  #addRange({ positions, low, high }: Range): void {
    let last = -1;
    for (let i = low; i < high; i++) {
      const text = textAt(this.#search.columns, positions[i] as number);
      if (text !== last) this.#list.push(text);
      last = text;
    }
  }
}

/** Each word once: who repeats one a thousand times should not wait a thousand times as long. */
function distinctWords(words: readonly Word[]): readonly Word[] {
  return words.filter((word, i) => words.findIndex((other) => isSame(other.codes, word.codes)) === i);
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((code, i) => code === b[i]);
}
