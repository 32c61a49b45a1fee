const endsInLetter = /[A-Za-z]$/;
const startsSmall = /^[a-z]/;

/**
 * Joins what different scripts became, with a capital where two words would otherwise run into one: `chong` `qi`
 * `server` becomes `chongQiServer`.
 */
export function joinWords(words: readonly string[]): string {
  let joined = '';
  for (const word of words) joined = appendWord(joined, word);
  return joined;
}

/** The same for one word more. */
export function appendWord(joined: string, word: string): string {
  return joined + (startsSmall.test(word) && endsInLetter.test(joined) ? capitalize(word) : word);
}

/** A text with its first letter large; it must start in the basic Latin alphabet. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
