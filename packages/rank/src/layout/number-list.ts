/** Numbers from 0 to 2 ** 32 - 1, as many as come. Emptying it, by setting its length, keeps its room. */
export class NumberList {
  length = 0;
  values: Uint32Array;

  constructor(room: number) {
    this.values = new Uint32Array(room);
  }

  push(value: number): void {
    const { length, values } = this;
    if (length === values.length) {
      this.values = new Uint32Array(length * 2 + 8);
      this.values.set(values);
    }
    this.values[this.length++] = value;
  }
}
