import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Graphemes } from '../src/text/graphemes.js';
import { ANY_CHARACTERS, texts } from './arbitraries.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const inOnePiece = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

describe('graphemes', () => {
  it('are the same whether or not a text needs the segmenter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), texts(ANY_CHARACTERS, 12), (text, other) => {
        expect(new Graphemes().of(text)).toEqual(inOnePiece(text));
        expect(new Graphemes().of(other)).toEqual(inOnePiece(other));
      }),
    );
    const graphemes = new Graphemes();
    const units = Array.from({ length: 0x10000 }, (_, unit) => `a${String.fromCharCode(unit)}a`);
    const isSplitWrong = (text: string): boolean =>
      graphemes.of(text).join('|') !== inOnePiece(text).join('|');
    expect(units.filter(isSplitWrong)).toEqual([]);
  });

  it('are the same in long texts, which are read piece by piece', () => {
    for (const unit of ['👩‍💻', '🇩🇪', 'e\u0301\u0302', '\r\n', '가\u1100\u1161']) {
      for (const shift of ['', 'é', 'éa', 'ébc', '😀é']) {
        const text = shift + unit.repeat(600);
        expect(new Graphemes().of(text)).toEqual(inOnePiece(text));
      }
    }
    const oneGrapheme = `e${'\u0301'.repeat(3000)}`;
    expect(new Graphemes().of(`${oneGrapheme}x`)).toEqual([oneGrapheme, 'x']);
  });
});
