import { joinWords } from '../join-words.js';
import { boundedReadings, type Readings } from '../readings.js';
import { romanize, romanizeApart } from './romanize.js';
import { INITIAL_LETTERS, toSyllable, type Syllable } from './syllable.js';
import { toJamo } from './to-jamo.js';

/** Syllables, whole or as conjoining letters. */
const syllables = /[\uac00-\ud7a3]|[\u1100-\u1112][\u1161-\u1175]/;
const syllableRuns = /([\uac00-\ud7a3]+)/;

/**
 * Korean: initial consonants, the letters as they are typed, and Latin after the Revised Romanization, as heard and
 * syllable for syllable. 독립문 → `ㄷㄹㅁ`, `ㄷㅗㄱㄹㅣㅂㅁㅜㄴ`, `dongnimmun`, `dokripmun`. What is not Hangul stays as it is.
 */
export function hangul(): Readings {
  return boundedReadings(syllables, (value) => {
    const parts = value.normalize('NFC').split(syllableRuns);
    return [initialsOf, jamoOf, romanize, romanizeApart].map((convert) =>
      joinWords(parts.map((part, i) => (i % 2 === 1 ? convert(Array.from(part, toSyllable)) : part))),
    );
  });
}

function initialsOf(word: readonly Syllable[]): string {
  return word.map(({ initial }) => INITIAL_LETTERS.charAt(initial)).join('');
}

function jamoOf(word: readonly Syllable[]): string {
  return word.map(toJamo).join('');
}
