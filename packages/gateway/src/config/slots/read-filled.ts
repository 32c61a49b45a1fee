import type { DocumentReader, Item } from '../document-reader.js';

/** A text that is not empty. */
export function readFilled(reader: DocumentReader, item: Item, expected: string): string | undefined {
  const text = reader.spelled(item, expected);
  if (text !== '') return text;
  reader.problem('wrong-type', item.offset, `expected ${expected}, found an empty string`);
  return undefined;
}

/** A list of texts that are not empty. */
export function readStrings(
  reader: DocumentReader,
  list: Item,
  expected: string,
  each: string,
): readonly string[] {
  const strings: string[] = [];
  for (const item of reader.list(list, expected) ?? []) {
    const text = readFilled(reader, item, each);
    if (text !== undefined) strings.push(text);
  }
  return strings;
}
