import type { NumberList } from './number-list.js';

/** Repeats are known for so many characters; longer queries have few matches, which can be looked at. */
export const MAX_REPEAT = 8;

/** Up to so many starts are compared with one another. */
const FEW = 24;

/**
 * Notes how much of what is found at a start was at an earlier start of the same candidate: what begins with a query is counted by
 * where it stands in sorted starts, and a candidate that has it twice must count once.
 */
export class Repeats {
  /** By position: how many codes an earlier start has as well, up to MAX_REPEAT. */
  readonly depths: Uint8Array;
  readonly #codes: Uint8Array | Uint16Array;

  constructor(codes: Uint8Array | Uint16Array) {
    this.#codes = codes;
    this.depths = new Uint8Array(codes.length);
  }

  /** Notes the starts of one candidate, earlier ones first. */
  note(starts: NumberList): void {
    if (starts.length <= FEW) this.#compare(starts);
    else this.#spell(starts);
  }

  #compare({ values, length }: NumberList): void {
    const codes = this.#codes;
    for (let i = 1; i < length; i++) {
      const start = values[i] as number;
      const first = codes[start] as number;
      for (let j = 0; j < i; j++) {
        if (codes[values[j] as number] !== first) continue;
        const depth = this.#inCommon(start, values[j] as number);
        if (depth > (this.depths[start] as number)) this.depths[start] = depth;
      }
    }
  }

  #inCommon(start: number, other: number): number {
    const codes = this.#codes;
    let depth = 0;
    while (depth < MAX_REPEAT && codes[start + depth] === codes[other + depth] && codes[start + depth] !== 0)
      depth++;
    return depth;
  }

  /** Follows the starts through a tree of all earlier ones, so that many take no longer each than few. */
  #spell({ values, length }: NumberList): void {
    const nodes = new Map<number, number>();
    for (let i = 0; i < length; i++) {
      const start = values[i] as number;
      let node = 0;
      for (let depth = 0; depth < MAX_REPEAT; depth++) {
        const code = this.#codes[start + depth] as number;
        if (code === 0) break;
        const edge = node * 0x10000 + code;
        const known = nodes.get(edge);
        node = known ?? nodes.size + 1;
        if (known === undefined) nodes.set(edge, node);
        else this.depths[start] = depth + 1;
      }
    }
  }
}
