/** Spellings are at most three letters long, long vowels are marked by macrons or circumflexes. */
const LONGEST = 4;
const romajiOnly = /^[a-zāīūēōâîûêô'’ -]+$/i;
const longVowels: ReadonlyMap<string, string> = new Map([
  ['ā', 'aa'],
  ['â', 'aa'],
  ['ī', 'ii'],
  ['î', 'ii'],
  ['ū', 'uu'],
  ['û', 'uu'],
  ['ē', 'ee'],
  ['ê', 'ee'],
  ['ō', 'ou'],
  ['ô', 'ou'],
]);

/** Hiragana of a text in romaji; nothing if some of it cannot be romaji. */
export function fromRomaji(value: string, hiragana: ReadonlyMap<string, string>): string | undefined {
  if (!romajiOnly.test(value)) return undefined;
  const romaji = value.toLowerCase().replaceAll(/[^a-z'’ -]/g, (vowel) => longVowels.get(vowel) ?? vowel);
  let kana = '';
  for (let i = 0; i < romaji.length;) {
    const taken = takeKana(romaji, i, hiragana);
    if (!taken) return undefined;
    kana += taken.kana;
    i += taken.length;
  }
  return kana;
}

function takeKana(
  romaji: string,
  at: number,
  hiragana: ReadonlyMap<string, string>,
): { kana: string; length: number } | undefined {
  const letter = romaji.charAt(at);
  const next = romaji.charAt(at + 1);
  if (letter === ' ') return { kana: ' ', length: 1 };
  if (letter === '-') return { kana: 'ー', length: 1 };
  for (let length = LONGEST; length > 1; length--) {
    const kana = hiragana.get(romaji.slice(at, at + length));
    if (kana !== undefined) return { kana, length };
  }
  if (letter === 'n' || (letter === 'm' && /[bmp]/.test(next))) {
    // nn before a vowel is one ん and a syllable in n: konnichiha.
    return { kana: 'ん', length: next === "'" || next === '’' ? 2 : 1 };
  }
  if (/[bcdfghjkmprstvwyz]/.test(letter) && (next === letter || romaji.startsWith('tch', at))) {
    return { kana: 'っ', length: 1 };
  }
  const kana = hiragana.get(letter);
  return kana === undefined ? undefined : { kana, length: 1 };
}
