import { addTo, emptySet } from './bit-set.js';
import type { Columns } from './columns.js';
import { countingSort } from './counting-sort.js';
import { sortPositions } from './sort-positions.js';
import type { Steps } from './steps.js';
import { NUMBERS_A_STEP } from './steps.js';

/** What can be said of the order before anything is typed. */
export type StaticOrder = Pick<Columns, 'byWeight' | 'candidateOf' | 'weights'>;

/** From here on lengths count alike. */
const MAX_LENGTH = 2 ** 20;

/** Orders candidates by weight, then by the length of their folded values, then as given. Without weights all have the same. */
export function* staticOrder(weights: Float64Array | undefined, lengths: Uint32Array): Steps<StaticOrder> {
  const size = lengths.length;
  let longest = 0;
  for (let i = 0; i < size; i++) longest = Math.max(longest, lengths[i] as number);
  const byLength = yield* countingSort(undefined, lengths, Math.min(longest, MAX_LENGTH));
  const drops = emptySet(size);
  if (weights === undefined)
    return { byWeight: undefined, candidateOf: byLength, weights: { drops, values: Float64Array.of(0) } };
  const isFalling = weights.every((weight, i) => i === 0 || weight <= (weights[i - 1] as number));
  const byWeight = isFalling ? undefined : yield* sortedByWeight(weights);
  const classOf = new Uint32Array(size);
  let last = -1;
  let before: number | undefined;
  for (let i = 0; i < size; i++) {
    const candidate = byWeight === undefined ? i : (byWeight[i] as number);
    if (weights[candidate] !== before) last++;
    before = weights[candidate];
    classOf[candidate] = last;
    if (i % NUMBERS_A_STEP === 0) yield;
  }
  // What comes second was sorted first: sorting by what comes first leaves equals as they are.
  const candidateOf = yield* countingSort(byLength, classOf, last);
  const values = new Float64Array(last + 1);
  last = 0;
  for (let slot = 0; slot < size; slot++) {
    const candidate = candidateOf[slot] as number;
    if (classOf[candidate] !== last) addTo(drops, slot);
    last = classOf[candidate] as number;
    values[last] = weights[candidate] as number;
    if (slot % NUMBERS_A_STEP === 0) yield;
  }
  return { byWeight, candidateOf, weights: { drops, values } };
}

/** Sorts the bytes of weights, from the sign down, as if they were texts. */
function* sortedByWeight(weights: Float64Array): Steps<Uint32Array> {
  const width = weights.BYTES_PER_ELEMENT + 1;
  const codes = new Uint16Array(weights.length * width);
  const bytes = new DataView(new ArrayBuffer(width));
  const order = new Uint32Array(weights.length);
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    bytes.setFloat64(0, weight);
    order[i] = i * width;
    for (let b = 0; b + 1 < width; b++) {
      // The larger a negative number is, the smaller are its bits; of others the larger have to come first. No code is END.
      const turned = weight < 0 ? 0 : b === 0 ? 0x7f : 0xff;
      codes[i * width + b] = 1 + (bytes.getUint8(b) ^ turned);
    }
    if (i % NUMBERS_A_STEP === 0) yield;
  }
  yield* sortPositions(order, codes, new Uint32Array(order.length));
  return order.map((position) => position / width);
}
