import type { CandidateInput } from '../candidate.js';
import { readCandidates } from '../layout/read-candidates.js';
import { runAtOnce } from '../layout/steps.js';
import type { Texts } from '../match/matcher.js';
import type { IndexOptions } from '../search-index.js';
import type { Folder } from '../text/folder.js';
import { layOutTexts } from './lay-out-texts.js';

/** Candidates in the given order, and their texts: those of each follow one another, by field. */
export interface ScannedList<C extends CandidateInput> {
  readonly candidates: readonly C[];
  /** By candidate. */
  readonly weights: ArrayLike<number>;
  /** By candidate: characters of its folded value. */
  readonly lengths: readonly number[];
  readonly texts: Texts;
  /** By text: as given. */
  readonly originals: readonly string[];
  /** By text; undefined: all are values. */
  readonly fields: readonly number[] | undefined;
  /** By text: its candidate. */
  readonly owners: readonly number[];
}

/**
 * Reads candidates and folds their texts.
 * @throws RankError `invalid-candidate`, `invalid-readings`
 */
export function toScannedList<C extends CandidateInput>(
  given: readonly C[],
  folder: Folder,
  options: IndexOptions<C>,
): ScannedList<C> {
  const candidates = Array.from(given);
  const { texts: originals, parts, weights } = runAtOnce(readCandidates(candidates, options));
  const texts = layOutTexts(originals, folder);
  const owners: number[] = [];
  const lengths = candidates.map((_, i) => {
    const value = owners.length;
    const end = parts?.textsFrom[i + 1] ?? i + 1;
    while (owners.length < end) owners.push(i);
    return (texts.from[value + 1] as number) - (texts.from[value] as number);
  });
  return {
    candidates,
    weights: weights ?? candidates.map(() => 0),
    lengths,
    texts,
    originals,
    fields: parts?.fields,
    owners,
  };
}
