import type { CandidateInput } from '../candidate.js';
import { fieldOf, slotOf } from '../layout/text-owner.js';
import type { SegmentRoom } from './segment-room.js';

/** As in the order of slots. */
const MAX_LENGTH = 2 ** 20;

/** A hit of one of several segments. */
export interface MergedHit<C extends CandidateInput> {
  readonly room: SegmentRoom<C>;
  /** Which of its hits. */
  readonly hit: number;
}

/** The hits of several segments in one order. */
export function mergeHits<C extends CandidateInput>(rooms: readonly SegmentRoom<C>[]): MergedHit<C>[] {
  const keyed = rooms.flatMap((room, segment) =>
    Array.from({ length: room.hits.count }, (_, hit) => ({
      room,
      hit,
      key: [...keyOf(room, hit), segment, hit],
    })),
  );
  return keyed.sort((a, b) => compareKeys(a.key, b.key));
}

/** Tier, field, weight, place, length: what decides the order, one after another; then come the segments in their order. */
function keyOf<C extends CandidateInput>(
  { search: { columns }, hits, weightOf }: SegmentRoom<C>,
  hit: number,
): number[] {
  const text = hits.texts[hit] as number;
  const slot = slotOf(columns, text);
  const length = (columns.from[slot + 1] as number) - (columns.from[slot] as number);
  return [
    hits.tiers[hit] as number,
    fieldOf(columns, text),
    -weightOf.at(slot),
    hits.places[hit] as number,
    Math.min(length, MAX_LENGTH),
  ];
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const one = a[i] as number;
    const other = b[i] as number;
    // Unlike a difference, right for infinite weights too.
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
