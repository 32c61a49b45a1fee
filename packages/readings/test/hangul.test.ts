import { describe, expect, test } from 'vitest';
import { hangul } from '../src/index.js';

const read = hangul();

describe('hangul', () => {
  test.each([
    ['서울', 'ㅅㅇ', 'ㅅㅓㅇㅜㄹ'],
    ['독립문', 'ㄷㄹㅁ', 'ㄷㅗㄱㄹㅣㅂㅁㅜㄴ'],
    ['값', 'ㄱ', 'ㄱㅏㅂㅅ'],
    ['왕십리', 'ㅇㅅㄹ', 'ㅇㅗㅏㅇㅅㅣㅂㄹㅣ'],
    ['쓰레기통', 'ㅆㄹㄱㅌ', 'ㅆㅡㄹㅔㄱㅣㅌㅗㅇ'],
  ])('%s has the initials %s and is typed %s', (value, initials, jamo) => {
    expect(read(value).slice(0, 2)).toEqual([initials, jamo]);
  });

  // Examples of the notice by which the Revised Romanization was made known, and station names of Seoul.
  test.each([
    ['구미', 'gumi'],
    ['영동', 'yeongdong'],
    ['백암', 'baegam'],
    ['옥천', 'okcheon'],
    ['합덕', 'hapdeok'],
    ['호법', 'hobeop'],
    ['월곶', 'wolgot'],
    ['벚꽃', 'beotkkot'],
    ['한밭', 'hanbat'],
    ['구리', 'guri'],
    ['설악', 'seorak'],
    ['칠곡', 'chilgok'],
    ['임실', 'imsil'],
    ['울릉', 'ulleung'],
    ['대관령', 'daegwallyeong'],
    ['백마', 'baengma'],
    ['종로', 'jongno'],
    ['왕십리', 'wangsimni'],
    ['별내', 'byeollae'],
    ['신라', 'silla'],
    ['해돋이', 'haedoji'],
    ['같이', 'gachi'],
    ['좋고', 'joko'],
    ['놓다', 'nota'],
    ['묵호', 'mukho'],
    ['집현전', 'jiphyeonjeon'],
    ['압구정', 'apgujeong'],
    ['독립문', 'dongnimmun'],
  ])('%s is heard as %s', (value, latin) => {
    expect(read(value)[2]).toBe(latin);
  });

  test.each([
    ['종로', 'jongro'],
    ['신라', 'sinra'],
    ['독립문', 'dokripmun'],
  ])('%s is found syllable for syllable as well: %s', (value, latin) => {
    expect(read(value)).toContain(latin);
  });

  test('one reading is given once, and syllables of conjoining letters are read alike', () => {
    expect(read('서울')).toEqual(['ㅅㅇ', 'ㅅㅓㅇㅜㄹ', 'seoul']);
    expect(read('서울'.normalize('NFD'))).toEqual(expect.arrayContaining(read('서울') as string[]));
  });

  test('what is not Hangul stays, with capitals where words meet', () => {
    expect(read('서울Tower 2')).toEqual(['ㅅㅇTower 2', 'ㅅㅓㅇㅜㄹTower 2', 'seoulTower 2']);
    expect(read('K팝')).toEqual(['Kㅍ', 'Kㅍㅏㅂ', 'KPap']);
  });

  test('letters that form no syllable have no reading', () => {
    expect(read('ㅋㅋㅋ')).toEqual([]);
  });
});
