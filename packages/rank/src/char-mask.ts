/**
 * 32 bits that say which characters a text has: one for each letter of a to z, one for digits, and five that all other
 * characters share. A text can match only if it has every bit of the query, and most texts fail at this one test.
 */
export function charMask(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i++) mask |= bitOf(text.charCodeAt(i));
  return mask;
}

function bitOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return 1 << (unit - 0x61);
  if (unit >= 0x30 && unit <= 0x39) return 1 << 26;
  return 1 << (27 + (unit % 5));
}
