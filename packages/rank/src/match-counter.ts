import type { BitSet } from './bit-set.js';
import { sizeOf } from './bit-set.js';
import type { CandidateTable } from './candidate-table.js';
import type { CandidateInput } from './candidate.js';
import { hasAllWords, hasInOrder } from './has-all-words.js';
import { matchText } from './match-text.js';
import { Placement } from './placement.js';
import type { Query } from './query.js';
import type { Text } from './text.js';

/** Tells which slots match, in whatever band, without finding out how. */
export class MatchCounter {
  readonly #table: CandidateTable<CandidateInput>;
  readonly #query: Query;
  /** The codes of the query, where they in order are all that it takes. */
  readonly #onlyCodes: readonly number[] | undefined;
  /** Whether having the row of a single letter or digit is all that it takes. */
  readonly #isOnlyRow: boolean;
  /** Room for matching readings, which take more than that; undefined where there are none. */
  readonly #placement: Placement | undefined;

  constructor(table: CandidateTable<CandidateInput>, query: Query) {
    const { whole, isOneWord } = query;
    this.#table = table;
    this.#query = query;
    this.#onlyCodes = isOneWord && whole.isFlat ? whole.codes : undefined;
    this.#isOnlyRow =
      isOneWord &&
      whole.codes.length === 1 &&
      !table.hasReadings &&
      table.rows.isAlone(whole.codes[0] as number);
    this.#placement = table.hasReadings ? new Placement() : undefined;
  }

  /** Number of matches among slots that have all characters of the query. */
  count(set: BitSet): number {
    if (this.#isOnlyRow) return sizeOf(set);
    let count = 0;
    for (let i = 0; i < set.length; i++) {
      for (let bits = set[i] as number; bits !== 0; bits &= bits - 1) {
        if (this.isMatch(i * 32 + 31 - Math.clz32(bits & -bits))) count++;
      }
    }
    return count;
  }

  isMatch(slot: number): boolean {
    const { flat, texts, textsFrom } = this.#table;
    const end = textsFrom[slot + 1] as number;
    for (let t = textsFrom[slot] as number; t < end; t++) {
      const isMatch =
        this.#onlyCodes === undefined
          ? hasAllWords(this.#query, flat, t, texts[t] as Text)
          : hasInOrder(flat, t, this.#onlyCodes);
      if (isMatch && (this.#placement === undefined || this.#isMatchAsField(t, this.#placement))) return true;
    }
    return false;
  }

  #isMatchAsField(t: number, placement: Placement): boolean {
    const text = this.#table.texts[t] as Text;
    return text.field !== 'reading' || matchText(this.#query, text, placement);
  }
}
