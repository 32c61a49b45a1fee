/** The q-th quantile (0 to 1) of numbers, by the nearest rank. */
export function quantile(numbers, q) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))];
}

export const median = (numbers) => quantile(numbers, 0.5);
