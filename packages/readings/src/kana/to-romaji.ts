/** How one spelling of Japanese in Latin letters differs from another. */
export interface Romanization {
  /** Spellings of one or two hiragana. */
  readonly kana: ReadonlyMap<string, string>;
  /** っ before ch: `matcha`, or as it is typed: `maccha`. */
  readonly doubledCh: 'tch' | 'cch';
  /** ー: the vowel once more, the key it is typed with, or nothing. */
  readonly longMark: 'vowel' | 'hyphen' | 'none';
  /** ou, oo and uu as o, o and u, as in passports and on maps: `Tokyo`. */
  readonly dropsLongVowels: boolean;
  /** ん before b, m and p: `shimbun`. */
  readonly usesM: boolean;
  /** ん before vowels, y and n: `sinnyou`. Only so do input methods know it from にょ. */
  readonly doublesN: boolean;
}

const vowelAtEnd = /[aeiou]$/;

/** Spells a run of hiragana in Latin letters. What is no kana stays. */
export function toRomaji(run: string, how: Romanization): string {
  let romaji = '';
  let isDoubled = false;
  for (let i = 0; i < run.length;) {
    const kana = run.charAt(i);
    const pair = run.slice(i, i + 2);
    const spelling = how.kana.get(pair) ?? how.kana.get(kana);
    i += how.kana.has(pair) ? 2 : 1;
    if (kana === 'っ') {
      isDoubled = true;
    } else if (kana === 'ー') {
      romaji += longMark(romaji, how);
    } else if (kana === 'ん') {
      romaji += spellN(how.kana.get(run.slice(i, i + 2)) ?? how.kana.get(run.charAt(i)) ?? '', how);
    } else if (spelling === undefined) {
      romaji += kana;
    } else {
      romaji += isDoubled ? doubled(spelling, how) : spelling;
    }
    if (kana !== 'っ') isDoubled = false;
  }
  return how.dropsLongVowels ? romaji.replaceAll(/o[ou]|uu/g, (long) => long.charAt(0)) : romaji;
}

function longMark(romaji: string, how: Romanization): string {
  if (how.longMark === 'hyphen') return '-';
  return how.longMark === 'vowel' ? (vowelAtEnd.exec(romaji)?.[0] ?? '') : '';
}

function spellN(next: string, how: Romanization): string {
  if (how.usesM && /^[bmp]/.test(next)) return 'm';
  return how.doublesN && /^[aeiouyn]/.test(next) ? 'nn' : 'n';
}

function doubled(spelling: string, how: Romanization): string {
  if (spelling.startsWith('ch')) return (how.doubledCh === 'tch' ? 't' : 'c') + spelling;
  return /^[aeioun]/.test(spelling) ? spelling : spelling.charAt(0) + spelling;
}
