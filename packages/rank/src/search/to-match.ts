import { TIER, TIER_COUNT, bandOfTier } from '../bands.js';
import type { CandidateInput, Field } from '../candidate.js';
import { valueOf } from '../candidate.js';
import { has } from '../layout/bit-set.js';
import { FIELD } from '../layout/original-texts.js';
import { candidateAt, fieldOf, originalOf, slotOf } from '../layout/text-owner.js';
import type { Matcher } from '../match/matcher.js';
import { FIRST_OUTSIDE, MAX_OFFSET } from '../match/matcher.js';
import { place } from '../match/place.js';
import type { Match } from '../search-index.js';
import type { SegmentRoom } from './segment-room.js';
import { joined, toOriginal } from './ranges.js';

export const FIELDS: readonly Field[] = ['value', 'title', 'alias', 'reading'];

/** Number of tiers with the fields inside them. */
const STEPS: number = TIER_COUNT * FIELDS.length;

/** What is returned of a hit. */
export function toMatch<C extends CandidateInput>(room: SegmentRoom<C>, hit: number): Match<C> {
  const { columns } = room.search;
  const tier = room.hits.tiers[hit] as number;
  const text = room.hits.texts[hit] as number;
  const candidate = candidateAt(columns, slotOf(columns, text));
  const ranges = rangesOf(room, hit, tier, text);
  if (columns.isPlain) {
    // Not even a look at what kind of value it is: the string may lie anywhere in memory, and nothing else needs it here.
    const value = candidate as string;
    return {
      candidate,
      score: scoreOf(tier, FIELD.value),
      ranges,
      field: 'value',
      text: value,
      band: bandOfTier(tier),
    };
  }
  const field = text < columns.size ? FIELD.value : fieldOf(columns, text);
  const isOther = field !== FIELD.value && field !== FIELD.reading;
  return {
    candidate,
    score: scoreOf(tier, field),
    ranges: field === FIELD.reading ? [] : ranges,
    field: FIELDS[field] as Field,
    text: isOther ? originalOf(columns, text) : valueOf(candidate),
    band: bandOfTier(tier),
  };
}

/** By tier and field. */
export function scoreOf(tier: number, field: number): number {
  return 1 - (tier * FIELDS.length + field) / STEPS;
}

/** Ranges are found again for the few matches that are returned, instead of kept for all that are not. */
function rangesOf<C extends CandidateInput>(
  { search: { columns, matcher }, hits }: SegmentRoom<C>,
  hit: number,
  tier: number,
  text: number,
): [start: number, end: number][] {
  const isExotic = columns.exotic !== undefined && has(columns.exotic, text);
  const early = (hits.places[hit] as number) & MAX_OFFSET;
  const isRun = tier === TIER.prefix || tier === TIER.wordStart || tier === TIER.inside;
  if (isRun && early < MAX_OFFSET && !isExotic) {
    matcher.open(text);
    const isInBase = (hits.places[hit] as number) < FIRST_OUTSIDE;
    const start = early + (isInBase ? matcher.base - matcher.start : 0);
    return [[start, start + matcher.query.whole.codes.length]];
  }
  return placedRanges(matcher, tier, text);
}

/** Finds a text again in a tier that it is in, and tells where it matched. */
export function placedRanges(matcher: Matcher, tier: number, text: number): [start: number, end: number][] {
  place(matcher, tier, text);
  const ranges = joined(matcher);
  return has(matcher.texts.exotic, text)
    ? toOriginal(ranges, matcher.folder.foldText(matcher.originalOf(text)))
    : ranges;
}
