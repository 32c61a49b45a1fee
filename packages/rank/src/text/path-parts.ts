const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const DOT = 0x2e;

/** Long enough for .jsonl, .scala, .xhtml, and not taking the end of a sentence for an extension. */
const MAX_EXTENSION = 5;

type Codes = Uint8Array | Uint16Array;

/**
 * Where the last segment of a text that looks like a path starts, or `from` where there is only one. Separators at the end
 * belong to the last segment: the one of a/b/ is b/.
 */
export function lastSegment(codes: Codes, from: number, end: number): number {
  let base = end;
  while (base > from && isPathSeparator(codes[base - 1] as number)) base--;
  while (base > from && !isPathSeparator(codes[base - 1] as number)) base--;
  // Nothing but separators before it: /etc and \\host have a single segment.
  let name = from;
  while (name < base && isPathSeparator(codes[name] as number)) name++;
  return name === base ? from : base;
}

/**
 * Where the letters of a path's file extension start, given its last segment, or `end` where there are none. The first has to be a letter,
 * which the end of a version (2.10) is not. A leading dot (.env) makes a name.
 */
export function extensionStart(codes: Codes, base: number, end: number): number {
  let start = end;
  while (start > base && end - start < MAX_EXTENSION && isAlphanumeric(codes[start - 1] as number)) start--;
  const isExtension =
    start < end &&
    start - base > 1 &&
    (codes[start] as number) > 0x60 &&
    codes[start - 1] === DOT &&
    codes[start - 2] !== DOT;
  return isExtension ? start : end;
}

/** Whether segments of paths end with this. */
export function isPathSeparator(code: number): boolean {
  return code === SLASH || code === BACKSLASH;
}

/** Of folded characters, so that there are no capitals. */
function isAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
