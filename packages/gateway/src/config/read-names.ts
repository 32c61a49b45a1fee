import type { DocumentReader, Item } from './document-reader.js';

/** A list of names that are not empty; what is none is a problem. */
export function readNames(reader: DocumentReader, list: Item, each: string): readonly string[] {
  const names: string[] = [];
  for (const item of reader.list(list, `a list, each ${each}`) ?? []) {
    const name = readName(reader, item, each);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** A text that is not empty. */
export function readName(reader: DocumentReader, item: Item, expected: string): string | undefined {
  const text = reader.text(item, expected);
  if (text !== '') return text;
  reader.problem('wrong-type', item.offset, `expected ${expected}, found an empty string`);
  return undefined;
}
