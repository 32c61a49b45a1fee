import { describe, expect, it } from 'vitest';
import { CHAR_CLASS } from '../src/text/char-class.js';
import { foldGrapheme } from '../src/text/fold-grapheme.js';
import { Folder } from '../src/text/folder.js';
import { Graphemes } from '../src/text/graphemes.js';
import { extensionStart, lastSegment } from '../src/text/path-parts.js';
import { startsWord } from '../src/text/word-starts.js';

const fold = (text: string): string => new Graphemes().of(text).map(foldGrapheme).join('');

describe('folding', () => {
  it.each([
    ['Straße', 'strasse'],
    ['ÀÉÎõü', 'aeiou'],
    ['Łódź', 'lodz'],
    ['SMØRREBRØD', 'smorrebrod'],
    ['İıIi', 'iiii'],
    ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
    ['Ёлка', 'елка'],
    ['ＡＢＣ　１２', 'abc 12'],
    ['ﾊﾝｶｸ ｶﾞ', 'はんかく か'],
    ['ガギグ ゔヴ ぱ ヽヾ', 'かきく うう は ゝゝ'],
    ['スーパー', 'すーはー'],
    ['ﬁ ﬀ œ Æ Ĳ', 'fi ff oe ae ij'],
    ['co\u00adop\u200bera\ufefftion', 'cooperation'],
    ['a\u00a0b', 'a b'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(text.normalize('NFD'))).toBe(folded);
  });

  it('keeps apart what other scripts keep apart', () => {
    expect(fold('や')).not.toBe(fold('ゃ'));
    expect(fold('क')).not.toBe(fold('कि'));
    expect(fold('가')).not.toBe(fold('각'));
    expect(fold('=')).not.toBe(fold('≠'));
  });

  it('gives emoji sequences, flags and halves of emoji a character of their own that no query for a part has', () => {
    const folder = new Folder();
    const { codes } = folder.foldText('👩‍👧');
    expect(codes).toHaveLength(1);
    expect(folder.foldQuery('👩‍👧').codes).toEqual(codes);
    for (const part of ['👩', '👧', '👩‍👦', '\ud83d', '\u{f0000}']) {
      expect(folder.foldQuery(part).codes).not.toEqual(codes);
    }
    expect(folder.foldText('🇩🇪').codes).not.toEqual(folder.foldText('🇩🇰').codes);
  });

  it('tells for each character where its grapheme is in the original', () => {
    expect(new Folder().foldText('aﬁe\u0301')).toMatchObject({ starts: [0, 1, 1, 2], ends: [1, 2, 2, 4] });
  });
});

describe('starts of words', () => {
  it.each([
    ['getAccountById', 'get|Account|By|Id'],
    ['HTTPServer', 'HTTP|Server'],
    ['react-hook-form', 'react-|hook-|form'],
    ['snake_case.name', 'snake_|case.|name'],
    ['log4j2 utf8', 'log|4j|2 |utf|8'],
    ['S3Bucket', 'S|3|Bucket'],
    ['Google搜索引擎', 'Google|搜索引擎'],
    ['第3章abc', '第|3|章|abc'],
    ['ÉcoleÉté', 'École|Été'],
    ['@scope/name', '@|scope/|name'],
    ['💄 wow', '💄 |wow'],
    ['', ''],
  ])('%s is %s', (text, marked) => {
    const { classes, starts } = new Folder().foldText(text);
    const of = (i: number): number => classes[i] ?? CHAR_CLASS.sign;
    const isStart = (i: number): boolean => startsWord(of(i - 1), of(i), of(i + 1));
    const edges = starts.filter((start, i) => start > 0 && isStart(i));
    const parts = [0, ...edges].map((start, i) => text.slice(start, edges[i] ?? text.length));
    expect(parts.join('|')).toBe(marked);
  });
});

describe('parts of paths', () => {
  it.each([
    ['src/main.rs', 'main.rs', 'rs'],
    ['src\\win\\main.cs', 'main.cs', 'cs'],
    ['a/b/', 'b/', ''],
    ['/etc', '/etc', ''],
    ['plain.ts', 'plain.ts', ''],
    ['home/.env', '.env', ''],
    ['tags/v2.10', 'v2.10', ''],
    ['a/data.jsonl', 'data.jsonl', 'jsonl'],
    ['a/some.sentence', 'some.sentence', ''],
    ['//', '//', ''],
    ['', '', ''],
  ])('of %s the last segment is %s and the extension "%s"', (path, segment, letters) => {
    const codes = Uint16Array.from(path, (character) => character.charCodeAt(0));
    const base = lastSegment(codes, 0, codes.length);
    expect(path.slice(base)).toBe(segment);
    // A text of one segment is no path, and has no extension.
    const extension = base > 0 ? extensionStart(codes, base, codes.length) : codes.length;
    expect(path.slice(extension)).toBe(letters);
  });
});
