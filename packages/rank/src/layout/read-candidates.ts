import type { CandidateInput } from '../candidate.js';
import { RankError } from '../rank-error.js';
import type { Folder } from '../text/folder.js';
import { FoldedList } from './folded-list.js';
import { FIELD, originalTexts } from './original-texts.js';
import type { Steps } from './steps.js';
import { STEP } from './steps.js';

/** What is asked of the caller about each candidate; see `IndexOptions`. */
export interface ReadOptions<C extends CandidateInput> {
  readings?: (text: string) => readonly string[];
  weight?: (candidate: C, position: number) => number;
}

/** All that is read of candidates, in their order. */
export interface CandidateTexts {
  readonly list: FoldedList;
  /** By candidate: its first text, which is its value. One more than there are candidates. */
  readonly textsFrom: Uint32Array;
  readonly weights: Float64Array;
  /** By candidate that has any: its readings. */
  readonly readings: ReadonlyMap<number, readonly string[]>;
}

/**
 * Reads candidates, and folds their texts.
 * @throws RankError `invalid-candidate`, `invalid-readings`, `too-large`
 */
export function* readCandidates<C extends CandidateInput>(
  candidates: readonly C[],
  folder: Folder,
  options: ReadOptions<C>,
): Steps<CandidateTexts> {
  const list = new FoldedList(folder);
  const textsFrom = new Uint32Array(candidates.length + 1);
  const weights = new Float64Array(candidates.length);
  const readings = new Map<number, readonly string[]>();
  let stepEnd = STEP;
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i] as C;
    if (typeof candidate === 'string') list.add(candidate, FIELD.value);
    else addTexts(candidate, i, list);
    if (options.readings !== undefined) {
      const found = readingsOf(candidate, i, options.readings);
      for (const reading of found) list.add(reading, FIELD.reading);
      if (found.length > 0) readings.set(i, found);
    }
    weights[i] = weightOf(candidate, i, options.weight);
    textsFrom[i + 1] = list.count;
    if (list.length > stepEnd || options.readings !== undefined) {
      stepEnd = list.length + STEP;
      yield;
    }
  }
  return { list, textsFrom, weights, readings };
}

function addTexts(candidate: CandidateInput, position: number, list: FoldedList): void {
  if (typeof candidate !== 'object' || candidate === null || typeof candidate.value !== 'string')
    throw new RankError(
      'invalid-candidate',
      `Candidate ${position} has no value to search in. Give a string, or an object with a string "value".`,
    );
  for (let field = 0; field < FIELD.reading; field++)
    for (const text of originalTexts(candidate, field)) list.add(text, field);
}

/** The distinct readings of the texts of a candidate; of what is returned only strings count. */
function readingsOf(
  candidate: CandidateInput,
  position: number,
  readings: (text: string) => readonly unknown[],
): readonly string[] {
  const distinct = new Set<string>();
  try {
    for (let field = 0; field < FIELD.reading; field++) {
      for (const text of originalTexts(candidate, field)) {
        const found = readings(text);
        if (!Array.isArray(found)) continue;
        for (const reading of found) if (typeof reading === 'string') distinct.add(reading);
      }
    }
  } catch (cause) {
    throw new RankError(
      'invalid-readings',
      `The "readings" function threw at a text of candidate ${position}, so that not all readings are known. Let it return an empty list for what it cannot read.`,
      { cause },
    );
  }
  return Array.from(distinct);
}

function weightOf<C extends CandidateInput>(
  candidate: C,
  position: number,
  weight: ReadOptions<C>['weight'],
): number {
  const own = typeof candidate === 'string' ? undefined : candidate.weight;
  const number = typeof own === 'number' ? own : weight?.(candidate, position);
  // Not -0 either, whose bits are others than those of 0.
  return typeof number === 'number' && !Number.isNaN(number) ? number + 0 : 0;
}
