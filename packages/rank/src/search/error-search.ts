import { TIER } from '../bands.js';
import type { Columns, Starts } from '../layout/columns.js';
import { END, SORTED_DEPTH } from '../layout/columns.js';
import { textAt } from '../layout/text-at.js';
import { endWithErrors } from '../match/end-with-errors.js';
import { listInside } from './list-by-grams.js';
import { Range } from './range.js';
import { TextList } from './text-list.js';

/** So few starts are looked at one by one. */
const FEW = 48;

/**
 * Lists texts in which a start goes on like the query but for typing errors, by narrowing the ranges of sorted starts: with each character to
 * what goes on as the query does, and, as long as an error is left, to what goes on in any other way.
 */
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
  textsFor(tier: number, query: readonly number[]): TextList {
    const { heads, inner } = this.#columns;
    this.#query = query;
    const isHeadError = tier === TIER.missingLetter || tier === TIER.headError;
    const texts = isHeadError ? this.#headErrors : this.#list;
    if (isHeadError && this.#hasHeadErrors) return texts;
    this.#hasHeadErrors ||= isHeadError;
    this.#texts = texts;
    texts.count = 0;
    if (isHeadError) this.#searchFirstRight(heads, 1);
    else if (tier === TIER.twoErrors) this.#searchFirstRight(heads, 2);
    else {
      // Where another first character was typed, what follows it is somewhere inside.
      listInside(this.#columns, query.slice(1), texts);
      if (tier === TIER.wordError) this.#searchFirstRight(inner, 1);
      this.#searchFirstWrong(tier === TIER.wordError ? inner : heads);
    }
    texts.sort();
    return texts;
  }

  #searchFirstRight(starts: Starts, errors: number): void {
    this.#range.take(starts, 0, 0);
    this.#narrow(0, starts.positions.length, 0, 0, 1, errors);
  }

  /** The first character is one too many, or exchanged with the second. */
  #searchFirstWrong(starts: Starts): void {
    const { length } = starts.positions;
    this.#range.take(starts, 0, 0);
    this.#narrow(0, length, 0, 1, this.#query.length, 0);
    this.#narrowSwapped(0, length, 0, 0, 0);
  }

  /** Goes on with the starts that have the characters `i` to `to` of the query at `depth`. */
  #narrow(low: number, high: number, depth: number, i: number, to: number, errors: number): void {
    const query = this.#query;
    const end = Math.min(to, query.length, i + SORTED_DEPTH - depth);
    const from = this.#range.bound(query, i, end, depth, low, high, false);
    if (from === high) return;
    const until = this.#range.bound(query, i, end, depth, from, high, true);
    if (from < until) this.#visit(from, until, depth + end - i, end, errors);
  }

  #narrowSwapped(low: number, high: number, depth: number, i: number, errors: number): void {
    const query = this.#query;
    if (i + 1 >= query.length) return;
    const swapped = [query[i + 1] as number, query[i] as number];
    const from = this.#range.bound(swapped, 0, 2, depth, low, high, false);
    const until = this.#range.bound(swapped, 0, 2, depth, from, high, true);
    if (from < until) this.#visit(from, until, depth + 2, i + 2, errors);
  }

  #visit(low: number, high: number, depth: number, i: number, errors: number): void {
    const query = this.#query;
    if (i >= query.length) this.#take(low, high);
    else if (high - low <= FEW || depth > SORTED_DEPTH - 2) this.#try(low, high, depth, i, errors);
    else if (errors === 0) this.#narrow(low, high, depth, i, query.length, 0);
    else {
      this.#narrow(low, high, depth, i, i + 1, errors);
      // One too many was typed.
      this.#visit(low, high, depth, i + 1, errors - 1);
      this.#narrowSwapped(low, high, depth, i, errors - 1);
      this.#visitOthers(low, high, depth, i, errors - 1);
    }
  }

  /** Another one was typed, or one too few. */
  #visitOthers(low: number, high: number, depth: number, i: number, errors: number): void {
    const { codes } = this.#columns;
    const { positions } = this.#range;
    for (let from = low; from < high;) {
      const code = codes[(positions[from] as number) + depth] as number;
      const until = this.#range.bound([code], 0, 1, depth, from, high, true);
      if (code !== this.#query[i] && code !== END) {
        this.#visit(from, until, depth + 1, i + 1, errors);
        this.#visit(from, until, depth + 1, i, errors);
      }
      from = until;
    }
  }

  #try(low: number, high: number, depth: number, i: number, errors: number): void {
    const { codes } = this.#columns;
    const { positions } = this.#range;
    for (let n = low; n < high; n++) {
      const position = positions[n] as number;
      if (endWithErrors(codes, position + depth, this.#query, i, errors) >= 0)
        this.#texts.push(textAt(this.#columns, position));
    }
  }

  #take(low: number, high: number): void {
    const { positions } = this.#range;
    for (let n = low; n < high; n++) this.#texts.push(textAt(this.#columns, positions[n] as number));
  }
}
