import type { Char } from './reference-text.js';
import { toChars } from './reference-text.js';

/** A query taken apart for the reference. */
export interface Query {
  readonly typed: string;
  readonly whole: readonly Char[];
  readonly words: readonly (readonly Char[])[];
  readonly isOneWord: boolean;
  /** Separators before the first word. */
  readonly lead: readonly Char[];
}

const isSeparator = (char: Char): boolean => /^[\s\-_.,:/\\]$/.test(char.folded);

export function toQuery(typed: string): Query {
  const whole = toChars(typed.trim());
  const words: Char[][] = [[]];
  for (const char of whole) {
    if (isSeparator(char)) words.push([]);
    else words.at(-1)?.push(char);
  }
  return {
    typed,
    whole,
    words: words.filter((word) => word.length > 0),
    isOneWord: words.length === 1,
    lead: whole.slice(
      0,
      whole.findIndex((char) => !isSeparator(char)),
    ),
  };
}
