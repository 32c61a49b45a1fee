/** Where the last segment of a text that looks like a path starts, and its file extension; offsets in the folded text. */
export interface PathParts {
  /** Start of the last segment. 0 where the text has only one. */
  readonly base: number;
  /** Start of the extension's letters, after the dot. The text's length where there is none, or only one segment. */
  readonly extension: number;
}

/**
 * One to five characters, the first a letter: long enough for .jsonl, .scala, .xhtml, and not taking the end of a
 * version (2.10) or of a sentence for an extension. A leading dot (.env) makes a name, not an extension.
 */
const EXTENSION = /[^.]\.([a-z][a-z0-9]{0,4})$/;

/** Splits at / and \. Separators at the end belong to the last segment: the one of a/b/ is b/. */
export function pathParts(text: string): PathParts {
  let end = text.length;
  while (end > 0 && isPathSeparator(text.charCodeAt(end - 1))) end--;
  let base = end;
  while (base > 0 && !isPathSeparator(text.charCodeAt(base - 1))) base--;
  // Nothing but separators before it: /etc and \\host have a single segment.
  let firstName = 0;
  while (firstName < base && isPathSeparator(text.charCodeAt(firstName))) firstName++;
  if (firstName === base) return { base: 0, extension: text.length };
  // Longer than any name with an extension that counts; keeps the expression below off long texts.
  const letters = EXTENSION.exec(text.slice(Math.max(base, text.length - 7)))?.[1];
  return { base, extension: letters === undefined ? text.length : text.length - letters.length };
}

function isPathSeparator(unit: number): boolean {
  return unit === 0x2f || unit === 0x5c;
}
