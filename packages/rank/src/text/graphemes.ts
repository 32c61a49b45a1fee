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

/** UTF-16 units given to the segmenter at a time: what it takes grows faster than the text does. */
const WINDOW = 512;

/** Splits texts into what a person sees as one character each (UAX #29). */
export class Graphemes {
  /** Made only when a text needs it: it costs a millisecond and most lists never do. */
  #segmenter: Intl.Segmenter | undefined;

  of(text: string): readonly string[] {
    if (!MAY_JOIN.test(text)) return text.split('');
    // Grapheme boundaries do not depend on the locale; 'en' keeps the process locale out of it.
    this.#segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    const graphemes: string[] = [];
    let window = WINDOW;
    for (let from = 0; from < text.length;) {
      const end = windowEnd(text, from + window);
      const segments = Array.from(this.#segmenter.segment(text.slice(from, end)));
      // The last one may go on behind the window: it is read again from its start, a longer one in a longer window.
      if (end < text.length) segments.pop();
      for (const { segment } of segments) {
        graphemes.push(segment);
        from += segment.length;
      }
      window = segments.length === 0 ? window * 2 : WINDOW;
    }
    return graphemes;
  }
}

/** Half a surrogate pair would make a boundary where there is none. */
function windowEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
