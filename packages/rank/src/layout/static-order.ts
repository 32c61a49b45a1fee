import { addTo, emptySet } from './bit-set.js';
import type { WeightClasses } from './columns.js';
import { sortByCodes } from './sort-by-codes.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** What can be said of the order before anything is typed. */
export interface StaticOrder {
  /** Candidates by weight, then as given. Undefined: as given. */
  readonly byWeight: Uint32Array | undefined;
  /** Candidates by weight, then by the length of their value, then as given. */
  readonly candidateOf: Uint32Array;
  readonly weights: WeightClasses;
}

/** Orders candidates by their weights and by the lengths of their folded values. */
export function* staticOrder(weights: Float64Array, lengths: Uint32Array): Steps<StaticOrder> {
  const size = weights.length;
  const given = new Uint32Array(size).map((_, i) => i);
  const byWeight = isFalling(weights) ? undefined : yield* sortedByWeight(weights);
  const classOf = new Uint32Array(size);
  const values: number[] = [];
  for (let i = 0; i < size; i++) {
    const candidate = byWeight === undefined ? i : (byWeight[i] as number);
    const weight = weights[candidate] as number;
    if (i === 0 || weight !== values[values.length - 1]) values.push(weight);
    classOf[candidate] = values.length - 1;
    if (i % STEP === 0) yield;
  }
  // What comes second first: sorting by what comes first then leaves equals as they are.
  const candidateOf = yield* countingSort(yield* countingSort(given, lengths), classOf);
  const drops = emptySet(size);
  for (let slot = 1; slot < size; slot++) {
    if (classOf[candidateOf[slot] as number] !== classOf[candidateOf[slot - 1] as number]) addTo(drops, slot);
    if (slot % STEP === 0) yield;
  }
  return { byWeight, candidateOf, weights: { drops, values: Float64Array.from(values) } };
}

function isFalling(weights: Float64Array): boolean {
  for (let i = 1; i < weights.length; i++)
    if ((weights[i] as number) > (weights[i - 1] as number)) return false;
  return true;
}

/** The bytes of a weight, from its sign down, are sorted as if they were a text. */
function* sortedByWeight(weights: Float64Array): Steps<Uint32Array> {
  const width = weights.BYTES_PER_ELEMENT + 1;
  const codes = new Uint16Array(weights.length * width);
  const bytes = new DataView(new ArrayBuffer(weights.BYTES_PER_ELEMENT));
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    bytes.setFloat64(0, weight);
    for (let b = 0; b + 1 < width; b++) {
      const byte = bytes.getUint8(b);
      // The larger a negative number is, the smaller are its bits; of others the larger has to come first. No code is END.
      codes[i * width + b] = 1 + (weight < 0 ? byte : byte ^ (b === 0 ? 0x7f : 0xff));
    }
    if (i % STEP === 0) yield;
  }
  const order = new Uint32Array(weights.length).map((_, i) => i * width);
  yield* sortByCodes(order, codes);
  return order.map((position) => position / width);
}

/** Sorts candidates by a number of each; those with equal numbers keep their order. */
function* countingSort(order: Uint32Array, numbers: Uint32Array): Steps<Uint32Array> {
  let largest = 0;
  for (let i = 0; i < numbers.length; i++) largest = Math.max(largest, numbers[i] as number);
  yield;
  const places = new Uint32Array(largest + 2);
  for (let i = 0; i < numbers.length; i++) {
    const after = (numbers[i] as number) + 1;
    places[after] = (places[after] as number) + 1;
  }
  yield;
  for (let i = 1; i < places.length; i++) places[i] = (places[i] as number) + (places[i - 1] as number);
  yield;
  const sorted = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    const candidate = order[i] as number;
    const number = numbers[candidate] as number;
    const place = places[number] as number;
    places[number] = place + 1;
    sorted[place] = candidate;
    if (i % STEP === 0) yield;
  }
  return sorted;
}
