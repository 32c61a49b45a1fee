/** Hangul syllables are numbered by their letters: Unicode Standard, section 3.12. */
const FIRST = 0xac00;
const VOWELS = 21;
const FINALS = 28;

/** Consonants that begin a syllable, in the order of their numbers. */
export const INITIAL_LETTERS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

/** Numbers of the letters of one syllable; final 0 is none. */
export interface Syllable {
  readonly initial: number;
  readonly vowel: number;
  readonly final: number;
}

/** Takes a syllable (U+AC00 to U+D7A3) apart. */
export function toSyllable(character: string): Syllable {
  const number = character.charCodeAt(0) - FIRST;
  return {
    initial: Math.floor(number / (VOWELS * FINALS)),
    vowel: Math.floor(number / FINALS) % VOWELS,
    final: number % FINALS,
  };
}
