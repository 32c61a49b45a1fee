import type { CandidateInput } from '../candidate.js';
import { valueOf } from '../candidate.js';
import { has } from '../layout/bit-set.js';
import type { Match } from '../search-index.js';
import type { Page } from './page.js';
import type { Segment } from './segment.js';
import { sizeOfAll } from './segment.js';

/** What an empty query matches: everything, by weight and then in the given order. */
export function listAll<C extends CandidateInput>(
  segments: readonly Segment<C>[],
  { from, to, accept }: Page<C>,
): { matches: Match<C>[]; total: number } {
  const cursors = segments.map((segment) => new Cursor(segment));
  const matches: Match<C>[] = [];
  let total = 0;
  // Without `accept` all that lies behind the page is known to match.
  const last = accept === undefined ? to : Infinity;
  while (total < last) {
    let heaviest: Cursor<C> | undefined;
    for (const cursor of cursors)
      if (!cursor.isOver && (heaviest === undefined || cursor.weight > heaviest.weight)) heaviest = cursor;
    if (heaviest === undefined) break;
    const { candidate } = heaviest;
    heaviest.next();
    if (accept !== undefined && !accept(candidate)) continue;
    if (total >= from && total < to) matches.push(toListed(candidate));
    total++;
  }
  return { matches, total: accept === undefined ? sizeOfAll(segments) : total };
}

/** What an empty query makes of a candidate. */
export function toListed<C extends CandidateInput>(candidate: C): Match<C> {
  return {
    candidate,
    score: 0,
    ranges: [],
    field: 'value',
    text: valueOf(candidate),
    band: undefined,
  };
}

/** Goes through the candidates of one segment by weight. */
class Cursor<C extends CandidateInput> {
  isOver = false;
  weight = 0;
  readonly #segment: Segment<C>;
  #at = -1;
  #weightClass = 0;
  #candidate = 0;

  constructor(segment: Segment<C>) {
    this.#segment = segment;
    this.next();
  }

  get candidate(): C {
    return this.#segment.columns.candidates[this.#candidate] as C;
  }

  next(): void {
    const { columns, removed } = this.#segment;
    for (;;) {
      this.#at++;
      this.isOver = this.#at >= columns.size;
      if (this.isOver) return;
      // Slots are by weight as well, so that the weights of both orders fall at the same places.
      if (has(columns.weights.drops, this.#at)) this.#weightClass++;
      this.#candidate = columns.byWeight?.[this.#at] ?? this.#at;
      if (removed === undefined || !has(removed, this.#candidate)) break;
    }
    this.weight = columns.weights.values[this.#weightClass] as number;
  }
}
