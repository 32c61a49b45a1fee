import { describe, expect, it } from 'vitest';
import { createIndex } from '../src/index.js';
import { found, rangesOfBest } from './found.js';

describe('texts of all kinds', () => {
  it('BUG-116 signs are found literally and are never a pattern', () => {
    const texts = ['C/C++', 'C', '[x]', 'a|b', 'back\\slash', '$& money'];
    expect(found('C++', texts)).toEqual(['C/C++']);
    expect(found('[', texts)).toEqual(['[x]']);
    expect(found('\\', texts)).toEqual(['back\\slash']);
    expect(found('a|b', texts)).toEqual(['a|b']);
    expect(found('$&', texts)).toEqual(['$& money']);
    for (const sign of ['(', '*', '^', '?', '.*', '(?:', '$1']) expect(found(sign, texts)).toEqual([]);
    expect(rangesOfBest('C++', texts)).toEqual([[2, 5]]);
    expect(rangesOfBest('$&', texts)).toEqual([[0, 2]]);
  });

  it('BUG-117 dotted and dotless i are one letter, and no locale changes that', () => {
    const names = ['İstanbul', 'Isparta', 'Istanbul', 'InstrumentationManager'];
    for (const query of ['istanbul', 'ISTANBUL', 'ıstanbul', 'İSTANBUL']) {
      expect(found(query, names).toSorted()).toEqual(['Istanbul', 'İstanbul']);
    }
    expect(found('ısparta', names)).toEqual(['Isparta']);
    expect(found('instr', names)).toEqual(['InstrumentationManager']);
  });

  it('BUG-119 ranges stay on their letters where folding changes the length of the text', () => {
    expect(rangesOfBest('oeuf', ['Œuf'])).toEqual([[0, 3]]);
    expect(rangesOfBest('cafe', ['café'])).toEqual([[0, 4]]);
    expect(rangesOfBest('strasse', ['Straße 5'])).toEqual([[0, 6]]);
    expect(rangesOfBest('file', ['ﬁle'])).toEqual([[0, 3]]);
    expect(rangesOfBest('5', ['Straße 5'])).toEqual([[7, 8]]);
    // Half a ligature highlights the whole of it.
    expect(rangesOfBest('f', ['ﬁle'])).toEqual([[0, 1]]);
  });

  it('BUG-120 composed and decomposed forms find each other, and values come back as they were given', () => {
    const texts = ['résumé.txt'.normalize('NFD'), 'résumé.txt'.normalize('NFC'), '가나'.normalize('NFD')];
    for (const query of ['résumé'.normalize('NFC'), 'résumé'.normalize('NFD')]) {
      expect(found(query, texts)).toEqual(texts.slice(0, 2));
    }
    expect(found('가'.normalize('NFC'), texts)).toEqual([texts[2]]);
    expect(rangesOfBest('résumé', texts)).toEqual([[0, 8]]);
    expect(rangesOfBest('나', texts)).toEqual([[2, 4]]);
  });

  it('BUG-121 scripts without spaces are searched, and what nothing contains finds nothing', () => {
    const texts = [
      '测试数据',
      'input autofocus - Google 搜索',
      'こんにちは世界',
      '한국어',
      '🎵 music',
      'plain',
    ];
    expect(found('搜索', texts)).toEqual(['input autofocus - Google 搜索']);
    expect(found('こんにちは', texts)).toEqual(['こんにちは世界']);
    expect(found('世界', texts)).toEqual(['こんにちは世界']);
    expect(found('한국', texts)).toEqual(['한국어']);
    expect(found('🎵', texts)).toEqual(['🎵 music']);
    for (const query of ['—', '索搜', '🎶', 'が', '\u0301', '\u200b'])
      expect(found(query, texts)).toEqual([]);
  });

  it('BUG-122 single letters and braces beside other scripts are found', () => {
    const texts = ['Javascript太棒了', 'props', '{p}'];
    expect(found('a', texts)).toEqual(['Javascript太棒了']);
    expect(found('b', texts)).toEqual([]);
    for (const query of ['p', 'P']) expect(found(query, texts).toSorted()).toEqual(texts.toSorted());
    expect(found('s', texts).toSorted()).toEqual(['Javascript太棒了', 'props']);
    for (const query of ['{', '}']) expect(found(query, texts)).toEqual(['{p}']);
  });

  it('BUG-123 an emoji is found as a whole and highlighted as a whole', () => {
    const texts = ['💄 Wow', '❌ Wow', '👩‍💻 dev'];
    const best = (query: string): unknown => {
      const { matches, total } = createIndex(texts).search(query);
      return [total, matches[0]?.candidate, matches[0]?.ranges];
    };
    expect(best('💄')).toEqual([1, '💄 Wow', [[0, 2]]]);
    expect(best('❌')).toEqual([1, '❌ Wow', [[0, 1]]]);
    expect(best('👩‍💻')).toEqual([1, '👩‍💻 dev', [[0, 5]]]);
    expect(best('👩')).toEqual([0, undefined, undefined]);
  });

  it('BUG-124 the halves of an emoji match nothing else', () => {
    expect(found('😀', ['😁𐈀', '😁😂', '😀'])).toEqual(['😀']);
    expect(found('\ud83d', ['😁𐈀', '😀'])).toEqual([]);
    expect(found('\ude00', ['😁𐈀', '😀', '\ud83d'])).toEqual([]);
  });
});
