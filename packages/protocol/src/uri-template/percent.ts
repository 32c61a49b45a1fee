/** Percent-encoding after RFC 3986 (section 2) and RFC 6570 (section 3.2.1). One pass each; nothing throws. */

const unreserved = 1;
const reserved = 2;

/** The class of each ASCII character; 0 for those that a URI cannot hold. */
const classes: Readonly<Uint8Array> = classify();

function classify(): Uint8Array {
  const table = new Uint8Array(128);
  const mark = (chars: string, kind: number): void => {
    for (const char of chars) table[char.charCodeAt(0)] = kind;
  };
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~', unreserved);
  mark(":/?#[]@!$&'()*+,;=", reserved);
  return table;
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The byte that the triplet `%XX` at `index` stands for; -1 if there is no such triplet. */
function byteAt(text: string, index: number): number {
  if (text.charCodeAt(index) !== 0x25 || index + 2 >= text.length) return -1;
  const high = hexValue(text.charCodeAt(index + 1));
  const low = hexValue(text.charCodeAt(index + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Whether a byte continues a character of UTF-8 rather than beginning one. */
function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

/** Each byte as a triplet. */
const triplets: readonly string[] = Array.from(
  { length: 256 },
  (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** The triplets of a character in UTF-8. */
function encodeCodePoint(codePoint: number): string {
  // A lone surrogate has no UTF-8 form: U+FFFD stands for it, as in every UTF-8 encoder.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return encodeCodePoint(0xfffd);
  const width = widthOf(codePoint);
  if (width === 1) return triplets[codePoint] ?? '';
  let encoded = '';
  let rest = codePoint;
  for (let index = 1; index < width; index += 1) {
    encoded = (triplets[0x80 | (rest & 0x3f)] ?? '') + encoded;
    rest >>= 6;
  }
  return (triplets[((0xf00 >> width) & 0xff) | rest] ?? '') + encoded;
}

interface Rewriting {
  /** Let reserved characters stand. */
  keepsReserved: boolean;
  /** What becomes of a triplet in the text: its `%` is encoded, it stays, or it gets its canonical form. */
  existing: 'encode' | 'keep' | 'canonical';
}

/** Nothing in it ever needs encoding. Most text is like this, and the test is many times faster than the loop. */
const plain = /^[A-Za-z0-9._~-]*$/;
const plainOrReserved = /^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]*$/;

function rewrite(text: string, { keepsReserved, existing }: Rewriting): string {
  if ((keepsReserved ? plainOrReserved : plain).test(text)) return text;
  let out = '';
  let copied = 0;
  let index = 0;
  while (index < text.length) {
    const kind = classes[text.charCodeAt(index)] ?? 0;
    if (kind === unreserved || (kind === reserved && keepsReserved)) {
      index += 1;
      continue;
    }
    const byte = existing === 'encode' ? -1 : byteAt(text, index);
    const codePoint = text.codePointAt(index) ?? 0;
    const end = index + (byte >= 0 ? 3 : codePoint > 0xffff ? 2 : 1);
    if (byte < 0 || existing === 'canonical') {
      out += text.slice(copied, index);
      out += byte < 0 ? encodeCodePoint(codePoint) : canonicalTriplet(byte, text.slice(index, end));
      copied = end;
    }
    index = end;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

function canonicalTriplet(byte: number, triplet: string): string {
  return classes[byte] === unreserved ? String.fromCharCode(byte) : triplet.toUpperCase();
}

/** Encodes everything but unreserved characters. */
export function encodeValue(text: string): string {
  return rewrite(text, { keepsReserved: false, existing: 'encode' });
}

/** Encodes what a URI cannot hold at all; reserved characters and triplets stay. */
export function encodeReserved(text: string): string {
  return rewrite(text, { keepsReserved: true, existing: 'keep' });
}

/**
 * The one spelling of equivalent text: triplets in upper case and none for an unreserved character (RFC 3986,
 * 6.2.2.1 and 6.2.2.2), everything encoded that a URI cannot hold. ASCII; each `%` in it begins a triplet.
 */
export function canonicalText(text: string): string {
  return rewrite(text, { keepsReserved: true, existing: 'canonical' });
}

/** Decodes. Triplets that are not UTF-8, and a `%` that begins no triplet, stay as they are. */
export function decodeText(text: string): string {
  let out = '';
  let copied = 0;
  let index = text.indexOf('%');
  while (index >= 0) {
    const codePoint = codePointAt(text, index);
    let end = index + 1;
    if (codePoint >= 0) {
      out += text.slice(copied, index) + String.fromCodePoint(codePoint);
      end = index + 3 * widthOf(codePoint);
      copied = end;
    }
    index = text.indexOf('%', end);
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Bytes of a character in UTF-8. */
function widthOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}

/**
 * The character whose triplets begin at `index`; -1 if they are not UTF-8. Not `decodeURIComponent`: it throws
 * on those, and thousands of exceptions are slow enough to be an attack.
 */
function codePointAt(text: string, index: number): number {
  const lead = byteAt(text, index);
  if (lead < 0x80) return lead;
  const width = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  let codePoint = lead & (0xff >> (width + 1));
  for (let offset = 3; offset < width * 3; offset += 3) {
    const byte = byteAt(text, index + offset);
    if (!isContinuation(byte)) return -1;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  // Neither longer than it needs to be, nor half of a surrogate pair, nor beyond Unicode.
  const isValid =
    widthOf(codePoint) === width && codePoint <= 0x10_ffff && (codePoint & 0x1f_f800) !== 0xd800;
  return isValid ? codePoint : -1;
}

/**
 * 1 at each index where a character begins, and at the end: `%C3%A9` is one character.
 *
 * @param text canonical
 */
export function characterStarts(text: string): Uint8Array {
  const starts = new Uint8Array(text.length + 1).fill(1);
  for (let index = text.indexOf('%'); index >= 0; index = text.indexOf('%', index + 3)) {
    starts.fill(0, index + 1, index + 3);
    if (isContinuation(byteAt(text, index)) && byteAt(text, index - 3) >= 0x80) starts[index] = 0;
  }
  return starts;
}
