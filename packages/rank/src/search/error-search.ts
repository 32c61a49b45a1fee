import { TIER } from '../bands.js';
import type { Columns, Starts } from '../layout/columns.js';
import { END, SORTED_DEPTH } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import { endWithErrors } from '../match/end-with-errors.js';
import { rightBeforeTwo } from '../match/place-errors.js';
import { BLOCK } from './fetch-ahead.js';
import { listInside } from './list-by-grams.js';
import type { Word } from './query.js';
import { Range } from './range.js';
import { TextList } from './text-list.js';

/** So few starts are looked at one by one. */
const FEW = 48;

/** Lists texts in which a start goes on like the query but for typing errors. */
export class ErrorSearch {
  readonly #columns: Columns;
  readonly #range: Range;
  readonly #list: TextList = new TextList();
  /** With one error at heads, the first character right: two tiers. */
  readonly #headErrors: TextList = new TextList();
  #hasHeadErrors = false;
  #query: readonly number[] = [];
  /** The list that is being filled. */
  #texts: TextList = this.#list;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#range = new Range(columns.codes);
  }

  begin(): void {
    this.#hasHeadErrors = false;
  }

  /** Texts that may be in a tier of typing errors. */
  textsFor(tier: number, whole: Word): TextList {
    const query = whole.codes;
    const { heads, inner } = this.#columns;
    this.#query = query;
    const isHeadError = tier === TIER.missingLetter || tier === TIER.headError;
    const texts = isHeadError ? this.#headErrors : this.#list;
    if (isHeadError && this.#hasHeadErrors) return texts;
    this.#hasHeadErrors ||= isHeadError;
    this.#texts = texts;
    texts.count = 0;
    if (tier === TIER.twoErrors) this.#searchTwoErrors(heads, rightBeforeTwo(whole));
    else if (isHeadError) this.#searchFirstRight(heads);
    else {
      // Where another first character was typed, what follows it is somewhere inside.
      listInside(this.#columns, query.slice(1), texts);
      if (tier === TIER.wordError) this.#searchFirstRight(inner);
      this.#searchFirstWrong(tier === TIER.wordError ? inner : heads);
    }
    texts.sort();
    return texts;
  }

  /** Narrows a range with each character of the query, and looks at each step for what goes on as it does after an error there. */
  #searchFirstRight({ positions }: Starts): void {
    const query = this.#query;
    const range = this.#range;
    range.positions = positions;
    let low = range.bound(query, 0, 1, 0, 0, positions.length, false);
    let high = range.bound(query, 0, 1, 0, low, positions.length, true);
    let i = 1;
    for (; i < query.length && high - low > FEW && i < SORTED_DEPTH - 1; i++) {
      this.#addExtraOrSwapped(low, high, i);
      this.#addOthers(low, high, i);
      low = range.bound(query, i, i + 1, i, low, high, false);
      high = range.bound(query, i, i + 1, i, low, high, true);
    }
    for (let n = low; n < high; n++) {
      const position = positions[n] as number;
      if (endWithErrors(this.#columns.codes, position + i, query, i, 1) >= 0) this.#add(position);
    }
  }

  #searchFirstWrong({ positions }: Starts): void {
    this.#range.positions = positions;
    this.#addExtraOrSwapped(0, positions.length, 0);
  }

  /** Character `i` is one too many, or exchanged with the next. */
  #addExtraOrSwapped(low: number, high: number, i: number): void {
    const query = this.#query;
    this.#addExact(query, i + 1, low, high, i);
    if (i + 1 === query.length) return;
    const swapped = query.slice(i);
    swapped[0] = query[i + 1] as number;
    swapped[1] = query[i] as number;
    this.#addExact(swapped, 0, low, high, i);
  }

  /** Another one was typed than character `i`, or it is missing. */
  #addOthers(low: number, high: number, i: number): void {
    const { codes } = this.#columns;
    const { positions } = this.#range;
    for (let from = low; from < high;) {
      const code = codes[(positions[from] as number) + i] as number;
      const until = this.#range.bound([code], 0, 1, i, from, high, true);
      if (code !== this.#query[i] && code !== END) {
        this.#addExact(this.#query, i + 1, from, until, i + 1);
        this.#addExact(this.#query, i, from, until, i + 1);
      }
      from = until;
    }
  }

  /** Adds the starts of a range that have, at a depth, the characters from the `i`th on, as far as starts are sorted. */
  #addExact(characters: readonly number[], i: number, low: number, high: number, depth: number): void {
    const end = Math.min(characters.length, i + SORTED_DEPTH - depth);
    const from = this.#range.bound(characters, i, end, depth, low, high, false);
    if (from === high) return;
    const until = this.#range.bound(characters, i, end, depth, from, high, true);
    for (let n = from; n < until; n++) this.#add(this.#range.positions[n] as number);
  }

  #add(position: number): void {
    this.#texts.push(textAt(this.#columns, position));
  }

  /** Heads that go on with two errors behind the characters that have to be right. */
  #searchTwoErrors({ positions }: Starts, right: number): void {
    const query = this.#query;
    const range = this.#range;
    range.positions = positions;
    const low = range.bound(query, 0, right, 0, 0, positions.length, false);
    const high = range.bound(query, 0, right, 0, low, positions.length, true);
    const { codes } = this.#columns;
    for (let n = low; n < high; n++) {
      // As in `fetchAhead`.
      if ((n - low) % BLOCK === 0)
        for (let i = n; i < n + BLOCK && i < high; i++)
          this.#texts.read += codes[positions[i] as number] as number;
      const position = positions[n] as number;
      if (endWithErrors(codes, position + right, query, right, 2) >= 0) this.#add(position);
    }
  }
}
