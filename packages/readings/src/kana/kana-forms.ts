/** Distance between a katakana and its hiragana, the same for all of them (Unicode, blocks Hiragana and Katakana). */
const STEP = 0x60;

/** ー belongs to words in hiragana as well. */
const katakana = /[ァ-ヶヽヾ]/g;
const hiragana = /[ぁ-ゖゝゞ]/g;
const halfWidth = /[\uff66-\uff9f]+/g;
const repeated = /([ぁ-ゖァ-ヶ])([ゝヽゞヾ])/g;
const DAKUTEN = '\u3099';

/** One code point a kana, in full width, with signs of repetition written out: いすゞ becomes いすず. */
export function toPlainKana(value: string): string {
  return value
    .replace(halfWidth, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .replace(repeated, (_, kana: string, sign: string) =>
      sign === 'ゞ' || sign === 'ヾ' ? kana + (kana + DAKUTEN).normalize('NFC') : kana + kana,
    );
}

/** Katakana to hiragana; everything else stays. */
export function toHiragana(value: string): string {
  return value.replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - STEP));
}

/** Hiragana to katakana; everything else stays. */
export function toKatakana(value: string): string {
  return value.replace(hiragana, (kana) => String.fromCharCode(kana.charCodeAt(0) + STEP));
}
