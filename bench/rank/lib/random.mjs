/** Numbers that look random and are the same for the same seed, on every machine (splitmix32). */
export function createRandom(seed) {
  let state = seed | 0;
  /** From 0 up to 1, which is not reached. */
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)],
    shuffle(list) {
      for (let end = list.length - 1; end > 0; end -= 1) {
        const other = below(end + 1);
        [list[end], list[other]] = [list[other], list[end]];
      }
      return list;
    },
  };
}

/** Draws positions, those of larger shares more often. */
export function createDraw(random, shares) {
  const sums = new Float64Array(shares.length);
  let sum = 0;
  for (let i = 0; i < shares.length; i += 1) sums[i] = sum += shares[i];
  return () => {
    const point = random.next() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < point) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
