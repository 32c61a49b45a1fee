import { RankError } from '../rank-error.js';
import { CHAR_CLASS, charClass } from '../text/char-class.js';
import type { Folded, Folder } from '../text/folder.js';
import { isPathSeparator } from '../text/path-parts.js';
import { startsAt } from '../text/word-starts.js';

/** Flags of characters. */
export const STARTS_WORD = 1;
export const IS_ALTERED = 2;

/** Flags of texts, beside their field. */
export const FIELD_MASK = 3;
export const IS_EXOTIC = 4;
export const MAY_BE_PATH = 8;

/** By ASCII character: its class, and whether it separates segments of a path. */
const CLASS_MASK = 7;
const SEPARATES = 8;
const ASCII: Uint8Array = Uint8Array.from(
  { length: 0x80 },
  (_, unit) => charClass(unit) | (isPathSeparator(unit) ? SEPARATES : 0),
);

/** Positions stay below what shifts and other operations on 32 bits take for negative. */
const MAX_LENGTH = 2 ** 31 - 2 ** 8;

/** CR LF is one grapheme, and NUL looks like the end of a text. */
const NUL = 0;
const CR = 0xd;

/** All texts folded, one after another as they come, each followed by END: what the columns are laid out from. */
export class FoldedList {
  /** Texts so far. */
  count = 0;
  /** By text: where it starts. */
  from: Uint32Array = new Uint32Array(64);
  /** By text: its field, IS_EXOTIC, MAY_BE_PATH. */
  kinds: Uint8Array = new Uint8Array(64);
  codes: Uint8Array | Uint16Array = new Uint8Array(1024);
  /** By character: STARTS_WORD, IS_ALTERED. */
  flags: Uint8Array = new Uint8Array(1024);
  hasAltered = false;
  hasExotic = false;
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** Characters so far, and ENDs. */
  get length(): number {
    return this.from[this.count] as number;
  }

  /**
   * Adds a text.
   * @throws RankError `too-large`
   */
  add(text: string, field: number): void {
    const { count } = this;
    if (count + 1 === this.from.length) {
      this.from = grown(this.from, count * 2);
      this.kinds = grown(this.kinds, count * 2);
    }
    const from = this.from[count] as number;
    this.#makeRoom(from + text.length + 1);
    let kind = this.#addPlain(text, from);
    let { length } = text;
    if (kind < 0) {
      const folded = this.#folder.foldText(text);
      length = folded.codes.length;
      this.#makeRoom(from + length + 1);
      kind = this.#addFolded(folded, from);
    }
    this.codes[from + length] = 0;
    this.kinds[count] = kind | field;
    this.from[count + 1] = from + length + 1;
    this.count++;
  }

  #makeRoom(length: number): void {
    if (length <= this.codes.length) return;
    if (length > MAX_LENGTH)
      throw new RankError(
        'too-large',
        'The texts of all candidates together have more characters than one index can hold, which is about two thousand million. Make several indexes.',
      );
    this.codes = grown(this.codes, Math.min(length * 2, MAX_LENGTH));
    this.flags = grown(this.flags, this.codes.length);
  }

  /** Adds a text of plain ASCII and gives its kind; -1 if it is none. */
  #addPlain(text: string, from: number): number {
    const { codes, flags } = this;
    let before: number = CHAR_CLASS.sign;
    let here: number = CHAR_CLASS.sign;
    let seen = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80 || unit === CR || unit === NUL) return -1;
      const about = ASCII[unit] as number;
      seen |= about;
      const after = about & CLASS_MASK;
      if (after === CHAR_CLASS.upper) {
        codes[from + i] = unit + 0x20;
        flags[from + i] = IS_ALTERED;
        this.hasAltered = true;
      } else {
        codes[from + i] = unit;
        flags[from + i] = 0;
      }
      if (i > 0) flags[from + i - 1] = (flags[from + i - 1] as number) | startsAt(before, here, after);
      before = here;
      here = after;
    }
    if (text !== '')
      flags[from + text.length - 1] =
        (flags[from + text.length - 1] as number) | startsAt(before, here, CHAR_CLASS.sign);
    return (seen & SEPARATES) === 0 ? 0 : MAY_BE_PATH;
  }

  #addFolded({ codes, classes, written }: Folded, from: number): number {
    let kind = IS_EXOTIC;
    this.hasExotic = true;
    codes.forEach((code, i) => {
      if (code > 0xff && this.codes instanceof Uint8Array) this.codes = Uint16Array.from(this.codes);
      if (isPathSeparator(code)) kind |= MAY_BE_PATH;
      this.codes[from + i] = code;
      this.flags[from + i] =
        startsAt(classes[i - 1] ?? CHAR_CLASS.sign, classes[i] as number, classes[i + 1] ?? CHAR_CLASS.sign) |
        (written[i] === 0 ? 0 : IS_ALTERED);
      if (written[i] !== 0) this.hasAltered = true;
    });
    return kind;
  }
}

function grown<A extends Uint8Array | Uint16Array | Uint32Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length);
  larger.set(array);
  return larger;
}
