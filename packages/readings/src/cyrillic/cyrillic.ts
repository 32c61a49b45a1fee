import { joinWords } from '../join-words.js';
import { boundedReadings, type Readings } from '../readings.js';
import { transliterate } from '../transliterate.js';
import { cyrillicSchemes } from './schemes.js';

const anyCyrillic = /\p{Script=Cyrillic}/u;
const words = /(\p{Script=Cyrillic}+(?:['’ʼ]\p{Script=Cyrillic}+)*)/u;

/**
 * Cyrillic in Latin letters: after BGN/PCGN, as in passports (ICAO 9303), as on the web, after ISO/R 9, and the national
 * systems of Ukraine, Serbia and Bulgaria for words that can be theirs. Екатеринбург → `Yekaterinburg`, `Ekaterinburg`;
 * Хабаровск → `Khabarovsk`, `Habarovsk`. What is not Cyrillic stays as it is.
 */
export function cyrillic(): Readings {
  const schemes = cyrillicSchemes();
  return boundedReadings(anyCyrillic, (value) => {
    const parts = value.normalize('NFC').split(words);
    return schemes
      .filter(({ fits }) => fits(value))
      .map((scheme) => joinWords(parts.map((part, i) => (i % 2 === 1 ? transliterate(part, scheme) : part))));
  });
}
