/** What a character is when one looks for the places where words start. */
export const CHAR_CLASS = { sign: 0, lower: 1, upper: 2, digit: 3, caseless: 4 } as const;

/** Han, kana letters and Hangul syllables: by far the most frequent letters without case. */
const isEastAsianLetter = (codePoint: number): boolean =>
  (codePoint >= 0x3041 && codePoint <= 0x3096) ||
  (codePoint >= 0x30a1 && codePoint <= 0x30fa) ||
  (codePoint >= 0x3400 && codePoint <= 0x9fff) ||
  (codePoint >= 0xac00 && codePoint <= 0xd7a3);

/** Class of a code point. Marks count as letters; emoji, punctuation, spaces and unassigned code points are signs. */
export function charClass(codePoint: number): number {
  if (codePoint < 0x80) {
    if (codePoint >= 0x61 && codePoint <= 0x7a) return CHAR_CLASS.lower;
    if (codePoint >= 0x41 && codePoint <= 0x5a) return CHAR_CLASS.upper;
    if (codePoint >= 0x30 && codePoint <= 0x39) return CHAR_CLASS.digit;
    return CHAR_CLASS.sign;
  }
  if (isEastAsianLetter(codePoint)) return CHAR_CLASS.caseless;
  const char = String.fromCodePoint(codePoint);
  if (/\p{Ll}/u.test(char)) return CHAR_CLASS.lower;
  if (/\p{Lu}|\p{Lt}/u.test(char)) return CHAR_CLASS.upper;
  if (/\p{N}/u.test(char)) return CHAR_CLASS.digit;
  return /\p{L}|\p{M}/u.test(char) ? CHAR_CLASS.caseless : CHAR_CLASS.sign;
}
