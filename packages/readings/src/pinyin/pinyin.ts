import { boundedReadings, type Readings } from '../readings.js';
import { likeliestSpellings } from './likeliest-spellings.js';
import { createSyllabary } from './syllables.js';

const han = /\p{Script=Han}/u;
const hanRuns = /(\p{Script=Han}+)/u;

/**
 * Chinese: pinyin without tones, and its initials. What is not Han stays as it is.
 * 重启 → `ChongQi`, `ZhongQi`, `cq`, `zq`; 重启server → `ChongQiServer`, `cqServer`, …
 *
 * Of characters with several sounds all are read, up to 8 spellings a value: first as the phrase is read, then those
 * that differ from it least. ü is `v`, as it is typed, and `u`.
 *
 * The first call builds a dictionary of phrases, which takes about 60 ms.
 */
export function pinyin(): Readings {
  const syllables = createSyllabary();
  return boundedReadings(han, (value) => {
    const parts = value.split(hanRuns).flatMap((part, i) => (i % 2 === 1 ? syllables(part) : part || []));
    const spellings = likeliestSpellings(parts);
    return [...spellings.map(({ full }) => full), ...spellings.map(({ initials }) => initials)];
  });
}
