import { INITIAL_LETTERS, type Syllable } from './syllable.js';

/** Letters as they are typed on the standard keyboard (KS X 5002), where ㅘ is ㅗ and ㅏ. Doubled consonants are one key. */
const vowelKeys = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(' ');
const finalKeys =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  );

/** The keys by which a syllable is typed: 값 → ㄱㅏㅂㅅ. */
export function toJamo({ initial, vowel, final }: Syllable): string {
  return `${INITIAL_LETTERS.charAt(initial)}${vowelKeys[vowel]}${finalKeys[final]}`;
}
