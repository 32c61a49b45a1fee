import { extensionStart, lastSegment } from '../text/path-parts.js';
import { sizeOf } from './bit-set.js';
import { MAY_BE_PATH } from './folded-list.js';
import type { Layout } from './lay-out.js';
import { PADDING } from './lay-out.js';
import { NumberList, concatenate } from './number-list.js';
import { Repeats } from './repeats.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** Starts that are sorted together. */
export interface UnsortedStarts {
  /** In the order of their texts. */
  readonly positions: Uint32Array;
  /** What they are positions in. */
  readonly codes: Uint8Array | Uint16Array;
  /** By position in `codes`; see `Repeats`. */
  readonly repeated: Uint8Array;
}

/** All places where something starts. */
export interface AllStarts {
  readonly heads: UnsortedStarts;
  readonly inner: UnsortedStarts;
  readonly late: UnsortedStarts;
  /** Positions in texts of initials: for each text the first codes of its words, followed by END. */
  readonly initials: UnsortedStarts;
  /** By position in these: where the word starts. */
  readonly wordAt: Uint32Array;
  readonly hasPaths: boolean;
}

/** Goes through the texts of one candidate after another. `kinds` is by text as in `layout.order`. */
export function* collectStarts(layout: Layout, kinds: Uint8Array): Steps<AllStarts> {
  const { fieldFrom, extraSlots, from } = layout;
  const size = fieldFrom[1] as number;
  const next = fieldFrom.slice();
  const collector = new StartCollector(layout, kinds);
  let characters = 0;
  for (let slot = 0; slot < size; slot++) {
    for (let field = 0; field < collector.fields; field++) {
      // Within a field texts are in the order of slots.
      let text = next[field] as number;
      const end = fieldFrom[field + 1] as number;
      while (text < end && (field === 0 ? text : extraSlots[text - size]) === slot) {
        collector.addText(text, field);
        characters += (from[text + 1] as number) - (from[text] as number);
        text++;
      }
      next[field] = text;
    }
    collector.endCandidate();
    if (characters > STEP) {
      characters = 0;
      yield;
    }
  }
  return collector.all();
}

class StartCollector {
  /** Fields up to the last that has texts. */
  readonly fields: number;
  readonly #layout: Layout;
  readonly #kinds: Uint8Array;
  readonly #heads: StartLists;
  readonly #inner: StartLists;
  readonly #late: StartLists;
  readonly #initials: StartLists;
  readonly #initialCodes: Uint8Array | Uint16Array;
  readonly #wordAt: Uint32Array;
  #initialCount = 0;
  #hasPaths = false;
  readonly #repeats: Repeats;
  readonly #repeatedInitials: Repeats;
  readonly #candidate = new NumberList();

  constructor(layout: Layout, kinds: Uint8Array) {
    const { codes, fieldFrom, order, wordStarts } = layout;
    this.#layout = layout;
    this.#kinds = kinds;
    this.fields = fieldFrom.filter((from) => from < order.length).length;
    this.#heads = new StartLists(this.fields);
    this.#inner = new StartLists(this.fields);
    this.#late = new StartLists(this.fields);
    this.#initials = new StartLists(this.fields);
    // One END for each text, and some more for reading on behind the last.
    const length = sizeOf(wordStarts) + order.length + PADDING;
    this.#initialCodes = codes instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length);
    this.#wordAt = new Uint32Array(length);
    this.#repeats = new Repeats(codes);
    this.#repeatedInitials = new Repeats(this.#initialCodes);
  }

  addText(text: number, field: number): void {
    const { codes, from, order } = this.#layout;
    const start = from[text] as number;
    const end = (from[text + 1] as number) - 1;
    let base = start;
    let extension = end;
    this.#heads.add(start, field);
    if (((this.#kinds[order[text] as number] as number) & MAY_BE_PATH) !== 0) {
      base = lastSegment(codes, start, end);
      if (base > start) {
        this.#hasPaths = true;
        this.#heads.add(base, field);
        extension = extensionStart(codes, base, end);
        if (extension < end) this.#late.add(extension, field);
      }
    }
    const first = this.#initialCount;
    this.#addWords(start, end);
    for (let i = first; i < this.#initialCount; i++) {
      const at = this.#wordAt[i] as number;
      if (at === extension) continue;
      if (at !== start && at !== base) this.#inner.add(at, field);
      if (i + 1 < this.#initialCount) this.#initials.add(i, field);
    }
    this.#initialCount++;
  }

  /** Notes the words of a text. */
  #addWords(start: number, end: number): void {
    const { codes, wordStarts } = this.#layout;
    for (let w = start >>> 5; w <= end >>> 5; w++) {
      let bits = wordStarts[w] as number;
      if (w === start >>> 5) bits &= -1 << start;
      // There is no start at the end, and a shift by 32 would be one by 0.
      if (w === end >>> 5) bits &= ~(-1 << end);
      for (; bits !== 0; bits &= bits - 1) {
        const at = w * 32 + 31 - Math.clz32(bits & -bits);
        this.#wordAt[this.#initialCount] = at;
        this.#initialCodes[this.#initialCount++] = codes[at] as number;
      }
    }
  }

  endCandidate(): void {
    const starts = this.#candidate;
    starts.length = 0;
    this.#heads.copyNewTo(starts);
    this.#inner.copyNewTo(starts);
    this.#late.copyNewTo(starts);
    this.#repeats.note(starts);
    starts.length = 0;
    this.#initials.copyNewTo(starts);
    this.#repeatedInitials.note(starts);
  }

  all(): AllStarts {
    const { codes } = this.#layout;
    const repeated = this.#repeats.depths;
    const inTexts = (lists: StartLists): UnsortedStarts => ({ positions: lists.all(), codes, repeated });
    return {
      heads: inTexts(this.#heads),
      inner: inTexts(this.#inner),
      late: inTexts(this.#late),
      initials: {
        positions: this.#initials.all(),
        codes: this.#initialCodes,
        repeated: this.#repeatedInitials.depths,
      },
      wordAt: this.#wordAt,
      hasPaths: this.#hasPaths,
    };
  }
}

/** Starts of one kind. They come by candidate and leave by field, which is the order of texts. */
class StartLists {
  readonly #lists: readonly NumberList[];
  /** By field: how many are of earlier candidates. */
  readonly #old: number[];

  constructor(fields: number) {
    this.#lists = Array.from({ length: fields }, () => new NumberList());
    this.#old = this.#lists.map(() => 0);
  }

  add(position: number, field: number): void {
    (this.#lists[field] as NumberList).push(position);
  }

  /** Copies what has come since the last call. */
  copyNewTo(starts: NumberList): void {
    for (let field = 0; field < this.#lists.length; field++) {
      const { values, length } = this.#lists[field] as NumberList;
      for (let i = this.#old[field] as number; i < length; i++) starts.push(values[i] as number);
      this.#old[field] = length;
    }
  }

  all(): Uint32Array {
    return concatenate(this.#lists);
  }
}
