/** How the letters of one script are written in another. */
export interface Scheme {
  /** One to three small letters → their spelling. The longest that fits is taken. */
  readonly letters: ReadonlyMap<string, string>;
  /** What differs at the start of a word. */
  readonly initial?: ReadonlyMap<string, string>;
  /** Letters after which the same forms are used as at the start of a word. */
  readonly initialAfter?: string;
  /** What differs at the end of a word. */
  readonly final?: ReadonlyMap<string, string>;
}

const LONGEST = 3;

/** `а a б b` as a map; `-` is a letter that is left out. */
export function letters(table: string): Map<string, string> {
  const cells = table.trim().split(/\s+/);
  const map = new Map<string, string>();
  for (let i = 0; i + 1 < cells.length; i += 2) {
    map.set(cells[i] ?? '', cells[i + 1] === '-' ? '' : (cells[i + 1] ?? ''));
  }
  return map;
}

/** Writes one word by a scheme. Letters that it does not know stay, capitals stay capitals: `Щи` `Shchi`, `ЩИ` `SHCHI`. */
export function transliterate(word: string, scheme: Scheme): string {
  const small = Array.from(word, toSmall).join('');
  const isShouted = word.length > 1 && small !== word && word.toUpperCase() === word;
  let latin = '';
  for (let i = 0; i < word.length;) {
    const isInitial = i === 0 || (scheme.initialAfter?.includes(small.charAt(i - 1)) ?? false);
    const [length, spelling] = longestMatch(small, i, isInitial, scheme);
    const isLarge = small.charAt(i) !== word.charAt(i);
    if (spelling === undefined) latin += word.charAt(i);
    else if (isLarge) latin += isShouted ? spelling.toUpperCase() : toTitle(spelling);
    else latin += spelling;
    i += length;
  }
  return latin;
}

function longestMatch(
  word: string,
  at: number,
  isInitial: boolean,
  { letters: inner, initial, final }: Scheme,
): [length: number, spelling: string | undefined] {
  for (let length = LONGEST; length > 0; length--) {
    const key = word.slice(at, at + length);
    if (key.length < length) continue;
    const isFinal = at + length === word.length;
    const spelling =
      (isInitial ? initial?.get(key) : undefined) ??
      (isFinal ? final?.get(key) : undefined) ??
      inner.get(key);
    if (spelling !== undefined) return [length, spelling];
  }
  // An accent that no scheme knows: ӑ is read as а.
  const bare = word.charAt(at).normalize('NFD').charAt(0);
  return [1, inner.get(bare)];
}

/** No letter may change its length, or the two forms of a word would not stand side by side. */
function toSmall(letter: string): string {
  const small = letter.toLowerCase();
  return small.length === letter.length ? small : letter;
}

function toTitle(spelling: string): string {
  return spelling.charAt(0).toUpperCase() + spelling.slice(1);
}
