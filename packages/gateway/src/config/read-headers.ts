import type { DocumentReader, Item } from './document-reader.js';

/** Reads a mapping of header names to values. */
export function readHeaders(reader: DocumentReader, item: Item): Record<string, string> {
  const headers: [string, string][] = [];
  for (const entry of reader.mapping(item, 'a mapping of header names to values') ?? []) {
    if (!isHeaderName(entry.key)) reader.problem('bad-value', entry.keyOffset, expectedHeaderName);
    const value = reader.spelled(entry, 'the value of a header: a string');
    if (value === undefined) continue;
    // A line break would begin another header.
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) headers.push([entry.key, value]);
    else reader.problem('bad-value', entry.offset, 'expected a header value without control characters');
  }
  return Object.fromEntries(headers);
}

export const expectedHeaderName: string = 'expected the name of an HTTP header';

/** RFC 9110: a token. */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
