/**
 * Texts taken apart for the reference: one entry a character, each saying what it is, how it was written and where it
 * comes from. Says again, without the engine's code, what folding and starts of words are.
 */
export interface Char {
  /** Folded: one code point, or a whole emoji sequence. */
  readonly folded: string;
  /** As written, composed; undefined where the character came out of a longer or shorter one. */
  readonly written: string | undefined;
  readonly kind: 'sign' | 'lower' | 'upper' | 'digit' | 'caseless';
  /** Grapheme in the original. */
  readonly start: number;
  readonly end: number;
}

export interface Text {
  readonly original: string;
  readonly chars: readonly Char[];
  readonly starts: readonly number[];
  readonly base: number;
  readonly extension: number;
}

const SPECIAL: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ı: 'i',
  ς: 'σ',
  ł: 'l',
};
const WHOLE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Surrogate}|\u20e3/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The two syllabaries lie one after the other. */
const toHiragana = (char: string): string =>
  /^[ァ-ヶヽヾ]$/.test(char)
    ? String.fromCharCode(char.charCodeAt(0) - 'ァ'.charCodeAt(0) + 'ぁ'.charCodeAt(0))
    : char;

function foldPlainly(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/[\u0300-\u0337\u0339-\u036f\u3099\u309a]|[\ufe0f\u200b]/gu, '');
  return Array.from(bare.toLowerCase(), (char) => SPECIAL[char] ?? toHiragana(char))
    .join('')
    .normalize('NFC');
}

function kindOf(char: string): Char['kind'] {
  if (/^\p{Ll}$/u.test(char)) return 'lower';
  if (/^\p{Lu}$/u.test(char)) return 'upper';
  if (/^\p{N}$/u.test(char)) return 'digit';
  return /^[\p{L}\p{M}]$/u.test(char) ? 'caseless' : 'sign';
}

export function toChars(original: string): Char[] {
  const graphemes = [...segmenter.segment(original)];
  const isAllMarks = graphemes.every(({ segment }) => foldPlainly(segment) === '');
  return graphemes.flatMap(({ segment, index }): Char[] => {
    const place = { start: index, end: index + segment.length };
    const folded = foldPlainly(segment);
    const points = Array.from(folded);
    const isWhole = points.length > 1 && WHOLE.test(folded);
    if (isAllMarks || isWhole) {
      const symbol = isAllMarks ? segment : folded;
      return [{ ...place, folded: symbol, written: symbol, kind: 'sign' }];
    }
    const composed = Array.from(segment.normalize('NFC'));
    const isAlike = composed.length === points.length;
    return points.map((point, i) => ({
      ...place,
      folded: point,
      written: isAlike ? composed[i] : undefined,
      kind: kindOf(isAlike ? (composed.at(i) as string) : point),
    }));
  });
}

function startsWord(chars: readonly Char[], i: number): boolean {
  const before = chars[i - 1]?.kind ?? 'sign';
  const here = chars[i]?.kind ?? 'sign';
  const after = chars[i + 1]?.kind ?? 'sign';
  if (here === 'sign') return false;
  if (before === 'sign') return true;
  if (here === 'upper') return before !== 'upper' || after === 'lower';
  if (here === 'digit') return before !== 'digit';
  if (here === 'caseless') return before !== 'caseless';
  return before === 'caseless';
}

export function toText(original: string): Text {
  const chars = toChars(original);
  const isSlash = (i: number): boolean => chars[i]?.folded === '/' || chars[i]?.folded === '\\';
  let end = chars.length;
  while (end > 0 && isSlash(end - 1)) end--;
  const slashes = chars.flatMap((_, i) => (i < end && isSlash(i) ? [i] : []));
  let base = (slashes.at(-1) ?? -1) + 1;
  if (slashes.length === base) base = 0;
  const name = chars
    .slice(base)
    .map((char) => char.folded)
    .join('');
  const letters = base > 0 ? (/[^.]\.([a-z][a-z0-9]{0,4})$/.exec(name)?.[1]?.length ?? 0) : 0;
  return {
    original,
    chars,
    starts: chars.flatMap((_, i) => (startsWord(chars, i) ? [i] : [])),
    base,
    extension: chars.length - letters,
  };
}
