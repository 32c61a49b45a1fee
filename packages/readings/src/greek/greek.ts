import { joinWords } from '../join-words.js';
import { boundedReadings, type Readings } from '../readings.js';
import { transliterate } from '../transliterate.js';
import { greekSchemes, type GreekScheme } from './schemes.js';

const anyGreek = /\p{Script=Greek}/u;
const words = /(\p{Script=Greek}[\p{Script=Greek}\p{M}]*)/u;

/** An accent on the first of two vowels, or a diaeresis on the second: they are not read as one. */
const accentedFirst = /([αεηου][\u0300\u0301\u0342])(?=[ιυ])/gi;
const diaeresisSecond = /(?=[ιυ][\u0300\u0301\u0342]?\u0308)/gi;
const marks = /\p{M}+/gu;
/** Takes no room, and belongs to no pair of letters. */
const APART = '\u200c';

const spokenUpsilon = /([αεη])(υ)(?=([θκξπσςτφχψ]|$)?)/giu;

/**
 * Greek in Latin letters: as on road signs (ELOT 743, the UN's system), by ear, by eye, after ISO 843, and as ancient Greek is written.
 * Χανιά → `Chania`, `Hania`, `Xania`; Ηράκλειο → `Irakleio`, `Iraklio`, `Hrakleio`. What is not Greek stays as it is.
 */
export function greek(): Readings {
  const schemes = greekSchemes();
  return boundedReadings(anyGreek, (value) => {
    const parts = value.normalize('NFC').split(words);
    return schemes.map((scheme) =>
      joinWords(parts.map((part, i) => (i % 2 === 1 ? transliterate(prepare(part, scheme), scheme) : part))),
    );
  });
}

/** A word without accents, which tell how it is read but are not written in Latin. */
function prepare(word: string, { isSpoken }: GreekScheme): string {
  const bare = word
    .normalize('NFD')
    .replace(accentedFirst, `$1${APART}`)
    .replace(diaeresisSecond, APART)
    .replace(marks, '');
  if (!isSpoken) return bare;
  return bare.replace(spokenUpsilon, (_, vowel: string, upsilon: string, voiceless: string | undefined) => {
    const consonant = voiceless === undefined ? 'β' : 'φ';
    return vowel + (upsilon === 'Υ' ? consonant.toUpperCase() : consonant);
  });
}
