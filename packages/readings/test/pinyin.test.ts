import { createIndex } from '@mcp-typeahead/rank';
import { describe, expect, test } from 'vitest';
import type { Readings } from '../src/index.js';
import { pinyin } from '../src/index.js';

const read = pinyin();
const inSmall = (value: string): string[] => read(value).map((reading) => reading.toLowerCase());

/** Values found among these, in whatever band. */
function search(values: readonly string[], query: string, readings?: Readings): string[] {
  const index = createIndex(values, readings && { readings });
  return index.search(query).matches.map(({ candidate }) => candidate);
}

describe('pinyin', () => {
  test.each([
    ['百度网盘', 'BaiDuWangPan', 'bdwp'],
    ['重庆', 'ChongQing', 'cq'],
    ['银行', 'YinHang', 'yh'],
    ['音乐', 'YinYue', 'yy'],
    ['西安', 'XiAn', 'xa'],
    ['厦门', 'XiaMen', 'xm'],
    ['六安', 'LuAn', 'la'],
    ['解放军行长', 'JieFangJunHangZhang', 'jfjhz'],
    ['紧急', 'JinJi', 'jj'],
  ])('reads %s first as the phrase is read: %s, %s', (value, full, initials) => {
    const readings = read(value);
    expect(readings[0]).toBe(full);
    expect(readings.find((reading) => reading === reading.toLowerCase())).toBe(initials);
  });

  test('reads characters of several sounds in all of them, and takes the initials of all', () => {
    expect(read('重启')).toEqual(['ChongQi', 'ZhongQi', 'cq', 'zq']);
    expect(inSmall('音樂')).toEqual(expect.arrayContaining(['yinle', 'yinyue', 'yl', 'yy']));
    expect(inSmall('单于')).toEqual(['chanyu', 'danyu', 'shanyu', 'cy', 'dy', 'sy']);
  });

  test.each([
    ['女儿', ['nver', 'nuer', 'ne']],
    ['绿色', ['lvse', 'luse', 'ls']],
    ['战略', ['zhanlve', 'zhanlue', 'zl']],
  ])('spells the ü of %s as v and as u', (value, spellings) => {
    expect(inSmall(value)).toEqual(expect.arrayContaining(spellings));
  });

  test.each([
    ['重启server', ['ChongQiServer', 'ZhongQiServer', 'cqServer', 'zqServer']],
    ['Python教程', ['PythonJiaoCheng', 'PythonJc']],
    ['第3章', ['Di3Zhang', 'd3z']],
    ['/网盘/报告.pdf', ['/WangPan/BaoGao.pdf', '/wp/bg.pdf']],
  ])('keeps what is not Chinese in %s, and capitals where words meet', (value, readings) => {
    expect(read(value)).toEqual(readings);
  });

  test('leaves characters that the dictionary does not have', () => {
    expect(read('𠮷野')).toEqual(['𠮷Ye', '𠮷y']);
    expect(read('𠮷')).toEqual([]);
  });

  test('keeps of many spellings those nearest to the likeliest', () => {
    const readings = read('重庆音乐调查长度');
    expect(readings.filter((reading) => reading !== reading.toLowerCase())).toHaveLength(8);
    expect(readings[0]).toBe('ChongQingYinYueDiaoChaChangDu');
  });
});

describe('pinyin in an index', () => {
  const drives = ['百度网盘', 'other'];

  test.each(['bdwp', 'baiduwangpan', 'baidu', 'bd', 'wangpan', 'wp', '网盘', '百度网盘'])(
    'BUG-125 %s finds what is written so, or sounds so from the start of a syllable on',
    (query) => expect(search(drives, query, read)).toEqual(['百度网盘']),
  );

  test.each(['oa', 'angp', 'uw', 'bn', 'aiduwangpan'])(
    'BUG-125 %s, letters from the middle of syllables, finds nothing',
    (query) => expect(search(drives, query, read)).toEqual([]),
  );

  test.each(['oa', 'bdwp', 'baiduwangpan', 'baidu', 'bd'])(
    'BUG-125 without readings %s finds nothing: only Han finds Han',
    (query) => {
      expect(search(drives, query)).toEqual([]);
      expect(search(drives, '网盘')).toEqual(['百度网盘']);
    },
  );

  test.each(['chongqi', 'zhongqi', 'cqjsj', 'zqjsj', 'chongqijisuanji', '计算机'])(
    'BUG-126 %s finds 重启计算机, whichever way its first character is read',
    (query) => expect(search(['重启计算机', '停机'], query, read)).toEqual(['重启计算机']),
  );

  test.each(['紧急', 'jinji', 'jj', 'urgent', 'crit'])('%s finds a severity by one of its names', (query) => {
    const severities = [
      { value: 'P0', title: 'Critical', aliases: ['urgent', '紧急'] },
      { value: 'P1', title: 'High', aliases: ['高'] },
    ];
    const { matches } = createIndex(severities, { readings: read }).search(query);
    expect(matches.map(({ candidate }) => candidate.value)).toEqual(['P0']);
  });
});
