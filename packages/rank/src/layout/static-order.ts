import { addTo, emptySet } from './bit-set.js';
import type { Columns } from './columns.js';
import { sortPositions } from './sort-positions.js';
import type { Steps } from './steps.js';
import { STEP, inSteps } from './steps.js';
import { toStarts } from './to-starts.js';

/** What can be said of the order before anything is typed. */
export type StaticOrder = Pick<Columns, 'byWeight' | 'candidateOf' | 'weights'>;

/** From here on lengths count alike where many have one weight, which keeps the room for counting them small. */
const MAX_LENGTH = 2 ** 20;

/** Up to so many of one weight are sorted by comparing them, more by counting. */
const FEW = 64;

/** Orders candidates by weight, then by the length of their folded values, then as given. Without weights all have the same. */
export function* staticOrder(weights: Float64Array | undefined, lengths: Uint32Array): Steps<StaticOrder> {
  const size = lengths.length;
  const given = new Uint32Array(size);
  let isFalling = true;
  yield* inSteps(size, (i) => {
    given[i] = i;
    if (weights !== undefined && i > 0 && (weights[i] as number) > (weights[i - 1] as number))
      isFalling = false;
    return 1;
  });
  const byWeight = isFalling ? undefined : yield* sortedByWeight(weights as Float64Array);
  const candidateOf = byWeight?.slice() ?? given;
  const drops = emptySet(size);
  const values: number[] = [];
  for (let low = 0; low < size;) {
    const weight = weights?.[candidateOf[low] as number] ?? 0;
    let high = weights === undefined ? size : low + 1;
    while (high < size && weights?.[candidateOf[high] as number] === weight) high++;
    if (low > 0) addTo(drops, low);
    values.push(weight);
    if (high - low > FEW) yield* sortByLength(candidateOf.subarray(low, high), lengths);
    else if (high - low > 1)
      candidateOf
        .subarray(low, high)
        .sort((a, b) => (lengths[a] as number) - (lengths[b] as number) || a - b);
    if (high % STEP < high - low) yield;
    low = high;
  }
  return { byWeight, candidateOf, weights: { drops, values: Float64Array.from(values) } };
}

/** Sorts candidates of one weight; those of one length keep their order. */
function* sortByLength(candidates: Uint32Array, lengths: Uint32Array): Steps<void> {
  const given = candidates.slice();
  let longest = 0;
  yield* inSteps(given.length, (i) => {
    longest = Math.max(longest, lengths[given[i] as number] as number);
    return 1;
  });
  longest = Math.min(longest, MAX_LENGTH);
  const places = new Uint32Array(longest + 1);
  for (let round = 0; round < 2; round++) {
    yield* inSteps(given.length, (i) => {
      const candidate = given[i] as number;
      const length = Math.min(lengths[candidate] as number, longest);
      const place = places[length] as number;
      places[length] = place + 1;
      if (round > 0) candidates[place] = candidate;
      return 1;
    });
    toStarts(places);
  }
}

/** Sorts the bytes of weights, from the sign down, as if they were texts. */
function* sortedByWeight(weights: Float64Array): Steps<Uint32Array> {
  const width = weights.BYTES_PER_ELEMENT + 1;
  const codes = new Uint16Array(weights.length * width);
  const bytes = new DataView(new ArrayBuffer(width));
  const order = new Uint32Array(weights.length);
  yield* inSteps(weights.length, (i) => {
    const weight = weights[i] as number;
    bytes.setFloat64(0, weight);
    order[i] = i * width;
    for (let b = 0; b + 1 < width; b++) {
      // The larger a negative number is, the smaller are its bits; of others the larger have to come first. No code is END.
      const turned = weight < 0 ? 0 : b === 0 ? 0x7f : 0xff;
      codes[i * width + b] = 1 + (bytes.getUint8(b) ^ turned);
    }
    return 1;
  });
  yield* sortPositions(order, codes, new Uint32Array(order.length));
  return order.map((position) => position / width);
}
