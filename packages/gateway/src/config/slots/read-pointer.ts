import type { DocumentReader, Item } from '../document-reader.js';

/** A JSON pointer. */
export function readPointer(reader: DocumentReader, item: Item): string | undefined {
  const expected = 'a JSON pointer such as /data/names';
  const text = reader.text(item, expected);
  // RFC 6901: each part begins with a slash; a tilde is written ~0, a slash in a part ~1.
  if (text === undefined || /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)) return text;
  reader.problem('bad-value', item.offset, `expected ${expected}`);
  return undefined;
}
