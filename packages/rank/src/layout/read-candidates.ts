import type { CandidateInput } from '../candidate.js';
import { RankError } from '../rank-error.js';
import { FIELD, originalTexts } from './original-texts.js';
import type { Steps } from './steps.js';
import { endsStep } from './steps.js';

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
  options: ReadOptions<C>,
): Steps<CandidateTexts> {
  const weights = yield* readWeights(candidates, options.weight);
  if (options.readings === undefined && candidates.every((candidate) => typeof candidate === 'string'))
    return { texts: candidates, parts: undefined, weights };
  const texts: string[] = [];
  const fields: number[] = [];
  const textsFrom = new Uint32Array(candidates.length + 1);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i] as C;
    for (let field = 0; field <= FIELD.reading; field++) {
      const found =
        field === FIELD.reading
          ? readingsOf(texts.slice(textsFrom[i]), i, options.readings)
          : originalTexts(candidate, field);
      for (const text of found) {
        texts.push(text);
        fields.push(field);
      }
    }
    textsFrom[i + 1] = texts.length;
    // Nobody knows how long reading takes.
    if (endsStep(i, i + 1) || options.readings !== undefined) yield;
  }
  return { texts, parts: { fields, textsFrom }, weights };
}

/** The distinct readings of some texts. Of what comes back only strings count. */
function readingsOf(
  texts: readonly string[],
  position: number,
  readings: ((text: string) => unknown) | undefined,
): Iterable<string> {
  const distinct = new Set<string>();
  if (readings === undefined) return distinct;
  try {
    for (const text of texts) {
      const found = readings(text);
      if (!Array.isArray(found)) continue;
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

/** Looks at every candidate for the first time. */
function* readWeights<C extends CandidateInput>(
  candidates: readonly C[],
  weightOf: ReadOptions<C>['weight'],
): Steps<Float64Array | undefined> {
  let weights: Float64Array | undefined;
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[i] as C;
    let weight: unknown;
    if (typeof candidate !== 'string') {
      if (typeof candidate !== 'object' || candidate === null || typeof candidate.value !== 'string')
        throw new RankError(
          'invalid-candidate',
          `Candidate ${i} has no value to search in. Give a string, or an object with a string "value".`,
        );
      weight = candidate.weight;
    }
    if (typeof weight !== 'number') weight = weightOf?.(candidate, i);
    if (typeof weight === 'number' && weight !== 0 && !Number.isNaN(weight)) {
      weights ??= new Float64Array(candidates.length);
      weights[i] = weight;
    }
    if (endsStep(i, i + 1)) yield;
  }
  return weights;
}
