import type { CandidateInput } from './candidate.js';
import type { Folder } from './folder.js';
import { RankError } from './rank-error.js';
import type { IndexOptions } from './search-index.js';
import type { Text } from './text.js';
import { prepareText } from './text.js';

type Readings = NonNullable<IndexOptions['readings']>;

/**
 * Appends the texts of a candidate, all but its readings. Titles and aliases come from files and databases, where null stands for
 * absent: what is no string is passed over.
 */
export function addTexts(candidate: CandidateInput, folder: Folder, texts: Text[]): void {
  if (typeof candidate === 'string') {
    texts.push(prepareText(candidate, 'value', folder));
    return;
  }
  texts.push(prepareText(candidate.value, 'value', folder));
  if (typeof candidate.title === 'string') texts.push(prepareText(candidate.title, 'title', folder));
  if (!Array.isArray(candidate.aliases)) return;
  for (const alias of candidate.aliases) {
    if (typeof alias === 'string') texts.push(prepareText(alias, 'alias', folder));
  }
}

/**
 * The distinct readings of the texts of one candidate, which is the one at `position` in the list.
 * @throws {@link RankError} `invalid-readings`
 */
export function readingsOf(texts: readonly Text[], readings: Readings, position: number): Set<string> {
  const distinct = new Set<string>();
  for (const { original } of texts) {
    for (const reading of read(original, readings, position)) {
      if (typeof reading === 'string') distinct.add(reading);
    }
  }
  return distinct;
}

function read(text: string, readings: Readings, position: number): readonly unknown[] {
  try {
    const list: unknown = readings(text);
    return Array.isArray(list) ? list : [];
  } catch (cause) {
    throw new RankError(
      'invalid-readings',
      `The "readings" function threw at a text of candidate ${position}, so that not all readings are known. Let it return an empty list for what it cannot read.`,
      { cause },
    );
  }
}
