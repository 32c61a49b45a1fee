import type { BitSet } from './bit-set.js';
import { addTo, emptySet } from './bit-set.js';
import { COARSE_BITS } from './columns.js';
import type { FoldedList } from './folded-list.js';
import { FIELD_MASK, IS_ALTERED, IS_EXOTIC, STARTS_WORD } from './folded-list.js';
import { FIELD } from './original-texts.js';
import type { CandidateTexts } from './read-candidates.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** The texts in their order: by field, then by slot. */
export interface Layout {
  /** By text: its number in the list that it comes from. */
  readonly order: Uint32Array;
  readonly extraSlots: Uint32Array;
  readonly fieldFrom: readonly number[];
  readonly codes: Uint8Array | Uint16Array;
  readonly from: Uint32Array;
  readonly coarse: Uint32Array;
  readonly wordStarts: BitSet;
  readonly altered: BitSet | undefined;
  readonly exotic: BitSet | undefined;
}

/** ENDs behind the last text, so that reading a few codes from any position on stays inside the buffer. */
export const PADDING = 8;

/** Copies texts from the order that candidates were given in to that of slots. */
export function* layOut({ list, textsFrom }: CandidateTexts, candidateOf: Uint32Array): Steps<Layout> {
  const size = candidateOf.length;
  const order = new Uint32Array(list.count);
  const extraSlots = new Uint32Array(list.count - size);
  const fieldFrom = [0];
  let count = 0;
  for (let field: number = FIELD.value; field <= FIELD.reading; field++) {
    // Without other texts than values this is over after the first round.
    for (let slot = 0; slot < size && count < list.count; slot++) {
      const candidate = candidateOf[slot] as number;
      const end = textsFrom[candidate + 1] as number;
      for (let text = textsFrom[candidate] as number; text < end; text++) {
        if (((list.kinds[text] as number) & FIELD_MASK) !== field) continue;
        if (field !== FIELD.value) extraSlots[count - size] = slot;
        order[count++] = text;
      }
      if (slot % STEP === 0) yield;
    }
    fieldFrom.push(count);
  }
  return { order, extraSlots, fieldFrom, ...(yield* copyTexts(list, order)) };
}

type Copied = Omit<Layout, 'order' | 'extraSlots' | 'fieldFrom'>;

function* copyTexts(list: FoldedList, order: Uint32Array): Steps<Copied> {
  const length = list.length + 1 + PADDING;
  const codes = list.codes instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length);
  const from = new Uint32Array(order.length + 1);
  const coarse = new Uint32Array((length >>> COARSE_BITS) + 1);
  const wordStarts = emptySet(length);
  const altered = list.hasAltered ? emptySet(length) : undefined;
  const exotic = list.hasExotic ? emptySet(order.length) : undefined;
  let at = 1;
  let block = 0;
  let stepEnd = STEP;
  for (let t = 0; t < order.length; t++) {
    const text = order[t] as number;
    from[t] = at;
    at = copyText(list, text, at, { codes, wordStarts, altered });
    for (; block << COARSE_BITS < at; block++) coarse[block] = t;
    if (exotic !== undefined && ((list.kinds[text] as number) & IS_EXOTIC) !== 0) addTo(exotic, t);
    if (at > stepEnd) {
      stepEnd = at + STEP;
      yield;
    }
  }
  from[order.length] = at;
  return { codes, from, coarse, wordStarts, altered, exotic };
}

/** Copies a text to a position, and gives the position behind its END. */
function copyText(
  list: FoldedList,
  text: number,
  position: number,
  to: Pick<Copied, 'codes' | 'wordStarts' | 'altered'>,
): number {
  const { codes, flags } = list;
  const last = (list.from[text + 1] as number) - 1;
  let at = position;
  for (let i = list.from[text] as number; i < last; i++, at++) {
    to.codes[at] = codes[i] as number;
    const flag = flags[i] as number;
    if (flag === 0) continue;
    if ((flag & STARTS_WORD) !== 0) addTo(to.wordStarts, at);
    if ((flag & IS_ALTERED) !== 0) addTo(to.altered as BitSet, at);
  }
  return at + 1;
}
