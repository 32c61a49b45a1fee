import { describe, expect, it } from 'vitest';
import { Folder } from '../src/folder.js';
import { pathParts } from '../src/path-parts.js';
import { wordStarts } from '../src/word-starts.js';

const fold = (text: string): string => new Folder().foldText(text).text;

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
    ['ﾊﾝｶｸ ｶﾞ', 'ハンカク ガ'],
    ['ﬁ ﬀ œ Æ Ĳ', 'fi ff oe ae ij'],
    ['co\u00adop\u200bera\ufefftion', 'cooperation'],
    ['a\u00a0b', 'a b'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(text.normalize('NFD'))).toBe(folded);
  });

  it('keeps apart what other scripts keep apart', () => {
    expect(fold('か')).not.toBe(fold('が'));
    expect(fold('क')).not.toBe(fold('कि'));
    expect(fold('가')).not.toBe(fold('각'));
    expect(fold('=')).not.toBe(fold('≠'));
    expect(fold('ア')).not.toBe(fold('あ'));
  });

  it('gives emoji sequences, flags and halves of emoji a character of their own that no query for a part has', () => {
    const folder = new Folder();
    const family = folder.foldText('👩‍👧');
    expect(Array.from(family.text)).toHaveLength(1);
    expect(folder.foldQuery('👩‍👧').text).toBe(family.text);
    for (const part of ['👩', '👧', '👩‍👦', '\ud83d', family.text]) {
      expect(folder.foldQuery(part).text).not.toBe(family.text);
    }
    expect(folder.foldText('🇩🇪').text).not.toBe(folder.foldText('🇩🇰').text);
  });

  it('tells for each unit where its grapheme is in the original', () => {
    expect(new Folder().origins('aﬁe\u0301')).toEqual({ starts: [0, 1, 1, 2], ends: [1, 2, 2, 4] });
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
    const form = new Folder().foldText(text);
    const starts = wordStarts(form).filter((start) => start > 0);
    const parts = [0, ...starts].map((start, i) => form.shape.slice(start, starts[i] ?? form.shape.length));
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
    const { base, extension } = pathParts(path);
    expect(path.slice(base)).toBe(segment);
    expect(path.slice(extension)).toBe(letters);
  });
});
