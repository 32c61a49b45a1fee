/** Percent-encoding as RFC 3986 (section 2) and RFC 6570 (section 3.2.1) have it. One pass each, nothing throws. */

const reserved: ReadonlySet<number> = new Set(Array.from(":/?#[]@!$&'()*+,;=", (char) => char.charCodeAt(0)));
const percent = 0x25;

/** Letters, digits, `-`, `.`, `_`, `~`: encoding them or not makes no difference to a URI. */
function isUnreserved(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f ||
    code === 0x7e
  );
}

function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The byte that `%XX` at `index` stands for; -1 if there is no such triplet. */
export function byteAt(text: string, index: number): number {
  if (text.charCodeAt(index) !== percent || index + 2 >= text.length) return -1;
  const high = hexValue(text.charCodeAt(index + 1));
  const low = hexValue(text.charCodeAt(index + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function encodeCodePoint(codePoint: number): string {
  // A lone surrogate has no UTF-8 form: U+FFFD stands for it, as in every UTF-8 encoder.
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return '%EF%BF%BD';
  if (codePoint < 0x80) return `%${codePoint.toString(16).toUpperCase().padStart(2, '0')}`;
  return encodeURIComponent(String.fromCodePoint(codePoint));
}

interface Rewrite {
  /** Let reserved characters stand. */
  reserved: boolean;
  /** What becomes of a valid triplet: encode its `%`, let it stand, or bring it to its one canonical form. */
  triplets: 'encode' | 'keep' | 'canonical';
}

function rewrite(text: string, rule: Rewrite): string {
  let out = '';
  let copied = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.codePointAt(index) ?? 0;
    if (isUnreserved(code) || (rule.reserved && reserved.has(code))) {
      index += 1;
      continue;
    }
    const byte = rule.triplets === 'encode' ? -1 : byteAt(text, index);
    const width = byte >= 0 ? 3 : code > 0xffff ? 2 : 1;
    if (byte < 0 || rule.triplets === 'canonical') {
      const canonical = byte >= 0 && isUnreserved(byte) ? String.fromCharCode(byte) : undefined;
      out += text.slice(copied, index);
      out += canonical ?? (byte >= 0 ? text.slice(index, index + 3).toUpperCase() : encodeCodePoint(code));
      copied = index + width;
    }
    index += width;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

/** Encodes everything but unreserved characters. */
export function encodeValue(text: string): string {
  return rewrite(text, { reserved: false, triplets: 'encode' });
}

/** Encodes what may not stand in a URI at all; reserved characters and valid triplets stay. */
export function encodeReserved(text: string): string {
  return rewrite(text, { reserved: true, triplets: 'keep' });
}

/**
 * The one spelling of all equivalent URIs (RFC 3986, 6.2.2.1 and 6.2.2.2): triplets in upper case, none for
 * an unreserved character, and every other character that may not stand in a URI encoded. ASCII only.
 */
export function canonicalText(text: string): string {
  return rewrite(text, { reserved: true, triplets: 'canonical' });
}

/** Decodes; a run of triplets that is not UTF-8, and a `%` that begins no triplet, stay as they are. */
export function decodeText(text: string): string {
  if (!text.includes('%')) return text;
  let out = '';
  let index = 0;
  while (index < text.length) {
    let end = index;
    while (byteAt(text, end) >= 0) end += 3;
    if (end > index) {
      out += decodeRun(text.slice(index, end));
      index = end;
      continue;
    }
    const next = text.indexOf('%', index + 1);
    const stop = next < 0 ? text.length : next;
    out += text.slice(index, stop);
    index = stop;
  }
  return out;
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
