/** Numbers up to 2 ** 32, as many as come. */
export class NumberList {
  length = 0;
  values: Uint32Array = new Uint32Array(64);

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}

/** All numbers of some lists, one list after another. */
export function concatenate(lists: readonly NumberList[]): Uint32Array {
  let length = 0;
  for (const list of lists) length += list.length;
  const all = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    all.set(list.values.subarray(0, list.length), at);
    at += list.length;
  }
  return all;
}
