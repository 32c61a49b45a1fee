import type { CandidateInput } from '../candidate.js';
import { RankError } from '../rank-error.js';
import { FIELD, originalTexts } from './original-texts.js';
import type { Steps } from './steps.js';
import { STEP, inSteps } from './steps.js';

/** What is asked of the caller about each candidate; see `IndexOptions`. */
export interface ReadOptions<C extends CandidateInput> {
  readings?: (text: string) => readonly string[];
  weight?: (candidate: C, position: number) => number;
}

/** What is read of candidates, in the order that they were given in. */
export interface CandidateTexts {
  /** Those of each candidate follow one another, by field. */
  readonly texts: readonly string[];
  /** Undefined: each candidate has its value and nothing else. */
  readonly parts: TextParts | undefined;
  /** By candidate. Undefined: all 0. */
  readonly weights: Float64Array | undefined;
}

/** Tells which texts are whose. */
export interface TextParts {
  /** By text. */
  readonly fields: readonly number[];
  /** By candidate: its first text. One more than there are candidates. */
  readonly textsFrom: Uint32Array;
}

/**
 * Reads candidates. What is in them now counts, whatever the caller does to them while the work goes on.
 * @throws RankError `invalid-candidate`, `invalid-readings`
 */
export function* readCandidates<C extends CandidateInput>(
  candidates: readonly C[],
  { readings, weight }: ReadOptions<C>,
): Steps<CandidateTexts> {
  const isPlain = readings === undefined && candidates.every((candidate) => typeof candidate === 'string');
  const texts: string[] = [];
  const fields: number[] = [];
  const textsFrom = new Uint32Array(isPlain ? 0 : candidates.length + 1);
  let weights: Float64Array | undefined;
  yield* inSteps(candidates.length, (i) => {
    const candidate = candidates[i] as C;
    if (!isPlain) {
      checkCandidate(candidate, i);
      for (let field = 0; field <= FIELD.reading; field++) {
        let found: Iterable<string> = [];
        if (field < FIELD.reading) found = originalTexts(candidate, field);
        else if (readings !== undefined) found = readingsOf(texts.slice(textsFrom[i]), i, readings);
        for (const text of found) {
          texts.push(text);
          fields.push(field);
        }
      }
      textsFrom[i + 1] = texts.length;
    }
    const own = typeof candidate === 'string' ? undefined : candidate.weight;
    const number = typeof own === 'number' ? own : weight?.(candidate, i);
    // What is no number is of no weight.
    if (typeof number === 'number' && Math.abs(number) > 0) {
      weights ??= new Float64Array(candidates.length);
      weights[i] = number;
    }
    // Nobody knows how long reading takes.
    return readings === undefined ? 1 : STEP;
  });
  return isPlain
    ? { texts: candidates, parts: undefined, weights }
    : { texts, parts: { fields, textsFrom }, weights };
}

function checkCandidate(candidate: unknown, position: number): void {
  const value: unknown =
    typeof candidate === 'object' && candidate !== null && 'value' in candidate ? candidate.value : candidate;
  if (typeof value !== 'string')
    throw new RankError(
      'invalid-candidate',
      `Candidate ${position} has no value to search in. Give a string, or an object with a string "value".`,
    );
}

/** The distinct readings of some texts. Of what comes back only strings count. */
function readingsOf(
  texts: readonly string[],
  position: number,
  readings: (text: string) => unknown,
): Iterable<string> {
  const distinct = new Set<string>();
  try {
    for (const text of texts) {
      const found = readings(text);
      if (Array.isArray(found))
        for (const reading of found) if (typeof reading === 'string') distinct.add(reading);
    }
  } catch (cause) {
    throw new RankError(
      'invalid-readings',
      `The "readings" function threw at a text of candidate ${position}, so that not all readings are known. Let it return an empty list for what it cannot read.`,
      { cause },
    );
  }
  return distinct;
}
