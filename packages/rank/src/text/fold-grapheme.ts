/**
 * What folding drops: the marks of scripts that are read and typed without them, and characters that nobody sees. Among them are
 * the voicing marks of kana: who types が has か on the screen before it. Not dropped are the vowel signs of Indic scripts and of Thai.
 */
const DROPPED = new RegExp(
  `[${[
    // Combining diacritical marks. U+0338 is left out: it makes ≠ of =.
    String.raw`\u{300}-\u{337}\u{339}-\u{36f}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{fe20}-\u{fe2f}`,
    // Those for symbols. U+20E3 is left out: it makes a keycap of a digit.
    String.raw`\u{20d0}-\u{20e2}\u{20e4}-\u{20f0}`,
    // Cyrillic titlo and breathings, Hebrew points, Arabic vowels and hamza.
    String.raw`\u{483}-\u{487}\u{591}-\u{5bd}\u{5bf}\u{5c1}\u{5c2}\u{5c4}\u{5c5}\u{5c7}\u{64b}-\u{65f}\u{670}`,
    // Voicing marks of kana.
    String.raw`\u{3099}\u{309a}`,
    // Variation selectors; soft hyphen, zero width space, word joiner, byte order mark.
    String.raw`\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{ad}\u{200b}\u{2060}\u{feff}`,
  ].join('')}]`,
  'gu',
);

/** Letters that Unicode does not decompose, as people type them on a keyboard without them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const SPECIAL_LETTER = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g');

/** Those that have a hiragana for the same sound, and how far from it they are. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const KATAKANA_FROM_HIRAGANA = 0x60;

/**
 * One grapheme without case, width, compatibility form and diacritics: É, é, e + U+0301, ｅ give e; İ, I, ı give i; ﬁ gives fi.
 * ガ, ｶﾞ, か give か.
 * Nothing in it depends on a locale. Hangul stays in syllables: 가 is not a part of 각.
 */
export function foldGrapheme(grapheme: string): string {
  return grapheme
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - KATAKANA_FROM_HIRAGANA))
    .normalize('NFC');
}
