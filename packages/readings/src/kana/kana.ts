import { joinWords } from '../join-words.js';
import { boundedReadings, type Readings } from '../readings.js';
import { fromRomaji } from './from-romaji.js';
import { toHiragana, toKatakana, toPlainKana } from './kana-forms.js';
import { createKanaTables, type KanaTables } from './kana-table.js';
import { toRomaji, type Romanization } from './to-romaji.js';

/** In which directions Japanese is read. */
export interface KanaOptions {
  /**
   * Values that can be read as romaji are found by kana as well: sushi → すし, スシ. Off, as many an English word can
   * be read so by accident: `node` would be ので.
   * @default false
   */
  fromRomaji?: boolean;
}

const anyKana = /[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fd\u30fe\uff66-\uff9d]/;
const kanaOrLatin = /[\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fd\u30fe\uff66-\uff9d]|^[a-z]/i;
const hiraganaRuns = /([ぁ-ゖー]+)/;

/**
 * Japanese: kana in Latin letters, as spelled (`toukyou`), as on maps (`tokyo`) and as typed (`sa-ba-`), in hiragana and in
 * katakana. Kanji stay: 東京タワー → `東京tawaa`, `東京たわー`, ….
 */
export function kana({ fromRomaji: readsRomaji = false }: KanaOptions = {}): Readings {
  const tables = createKanaTables();
  const romanizations = romanizationsOf(tables);
  return boundedReadings(readsRomaji ? kanaOrLatin : anyKana, (value) => {
    const plain = anyKana.test(value) ? toPlainKana(value) : fromRomaji(value, tables.hiragana);
    if (plain === undefined) return [];
    const hiragana = toHiragana(plain);
    const inKana = [hiragana, toKatakana(plain)];
    if (!anyKana.test(value)) return inKana;
    const parts = hiragana.split(hiraganaRuns);
    return [...romanizations.map((how) => spell(parts, how)), ...inKana];
  });
}

function spell(parts: readonly string[], how: Romanization): string {
  return joinWords(parts.map((part, i) => (i % 2 === 1 ? toRomaji(part, how) : part)));
}

function romanizationsOf({ hepburn, typed }: KanaTables): readonly Romanization[] {
  const asSpelled: Romanization = {
    kana: hepburn,
    doubledCh: 'cch',
    longMark: 'vowel',
    dropsLongVowels: false,
    usesM: false,
    doublesN: false,
  };
  const onMaps: Romanization = { ...asSpelled, doubledCh: 'tch', longMark: 'none', dropsLongVowels: true };
  return [
    asSpelled,
    onMaps,
    { ...onMaps, usesM: true },
    { ...asSpelled, kana: typed, longMark: 'hyphen', doublesN: true },
  ];
}
