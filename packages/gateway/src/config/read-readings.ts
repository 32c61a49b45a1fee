import { didYouMean } from './did-you-mean.js';
import type { DocumentReader, Item } from './document-reader.js';
import { readingNames, type ReadingName } from './reading-names.js';

/** Reads a list such as `[pinyin, kana]`. */
export function readReadings(reader: DocumentReader, list: Item): readonly ReadingName[] {
  const known = new Set<ReadingName>();
  for (const item of reader.list(list, `a list of readings: ${readingNames.join(', ')}`) ?? []) {
    const text = reader.text(item, `one of: ${readingNames.join(', ')}`);
    const name = readingNames.find((one) => one === text);
    if (name !== undefined) known.add(name);
    else if (text !== undefined) {
      const near = didYouMean(text, readingNames);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      reader.problem('bad-value', item.offset, `expected one of: ${readingNames.join(', ')}${hint}`);
    }
  }
  return [...known];
}
