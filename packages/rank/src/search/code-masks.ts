/** One bit for each character of a query: what is longer is told apart by its beginning, and looked into. */
export const MAX_MASK = 31;

/** Codes are told apart by their last eight bits: all, where there are no more than these. */
export const CODE_MASKS = 256;

/** Makes bit i of the mask of a code say that it may be character i of a query. Gives the bit of the last character. */
export function fillMasks(masks: Int32Array, codes: readonly number[]): number {
  const length = Math.min(codes.length, MAX_MASK);
  masks.fill(0);
  for (let i = 0; i < length; i++) {
    const m = (codes[i] as number) % CODE_MASKS;
    masks[m] = (masks[m] as number) | (1 << i);
  }
  return 1 << (length - 1);
}
