/**
 * Texts without these have one grapheme per UTF-16 unit, so that they need no segmenter. What is left is ASCII without CR
 * (CR LF is one grapheme), Latin and IPA letters, Greek, Cyrillic, dashes and quotation marks, kana, Han, Hangul
 * syllables and fullwidth forms.
 */
const MAY_JOIN = new RegExp(
  `[${[
    String.raw`\r\u0300-\u036f\u0483-\u0489\u0530-\u200f\u2028-\u202f\u205f-\u2fff`,
    String.raw`\u302a-\u3040\u3097-\u309f\u3100-\u33ff\ua000-\uabff\ud7a4-\uff00\uff9e-\uffff`,
  ].join('')}]`,
);

/** Splits texts into what a person sees as one character each (UAX #29). */
export class Graphemes {
  /** Made only when a text needs it: it costs a millisecond and most lists never do. */
  #segmenter: Intl.Segmenter | undefined;

  of(text: string): readonly string[] {
    if (!MAY_JOIN.test(text)) return text.split('');
    // Grapheme boundaries do not depend on the locale; 'en' keeps the process locale out of it.
    this.#segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    return Array.from(this.#segmenter.segment(text), ({ segment }) => segment);
  }
}
