/** What a character is when one looks for the places where words start. */
export const CHAR_CLASS = { sign: 0, lower: 1, upper: 2, digit: 3, caseless: 4 } as const;

/** The classes from 1 on. Marks count as letters; what is none of these is a sign: punctuation, spaces, emoji. */
const CLASSES = [/\p{Ll}/u, /\p{Lu}|\p{Lt}/u, /\p{N}/u, /\p{L}|\p{M}/u];

/** Class of a code point. */
export function charClass(codePoint: number): number {
  const char = String.fromCodePoint(codePoint);
  return 1 + CLASSES.findIndex((pattern) => pattern.test(char));
}
