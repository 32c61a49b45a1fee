/** So few are sorted by insertion: the call of the built-in sort alone costs more. */
const FEW = 24;

/** Puts the first numbers of an array in ascending order. */
export function sortNumbers(numbers: Uint32Array, count: number): void {
  if (count > FEW) {
    numbers.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const number = numbers[i] as number;
    let at = i;
    for (; at > 0 && (numbers[at - 1] as number) > number; at--) numbers[at] = numbers[at - 1] as number;
    numbers[at] = number;
  }
}
