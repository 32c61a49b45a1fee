import { describe, expect, test } from 'vitest';
import { kana } from '../src/index.js';

const read = kana();

describe('kana', () => {
  test.each([
    ['とうきょう', ['toukyou', 'tokyo', 'トウキョウ']],
    ['おおさか', ['oosaka', 'osaka', 'オオサカ']],
    ['しんばし', ['shinbashi', 'shimbashi', 'sinbasi', 'シンバシ']],
    ['しんじゅく', ['shinjuku', 'sinzyuku', 'シンジュク']],
    ['しんいち', ['shinichi', 'sinniti', 'シンイチ']],
    ['きっぷ', ['kippu', 'キップ']],
    ['マッチャ', ['maccha', 'matcha', 'mattya', 'まっちゃ']],
    ['つづき', ['tsuzuki', 'tuduki', 'ツヅキ']],
    ['サーバー', ['saabaa', 'saba', 'sa-ba-', 'さーばー']],
    ['コンピューター', ['konpyuutaa', 'konpyuta', 'kompyuta', 'konpyu-ta-', 'こんぴゅーたー']],
  ])('%s is read as spelled, as on maps, as typed, and in the other kana', (value, readings) => {
    expect(read(value)).toEqual(readings);
  });

  test.each([
    ['ファイル', 'fairu'],
    ['ティッシュ', 'tisshu'],
    ['ヴァイオリン', 'vaiorin'],
    ['ウィンドウ', 'windou'],
    ['チェック', 'chekku'],
    ['デュアル', 'dyuaru'],
    ['フォルダ', 'foruda'],
  ])('%s, a loan word, is spelled by its small kana: %s', (value, romaji) => {
    expect(read(value)[0]).toBe(romaji);
  });

  test.each([
    ['ﾊﾝｶｸ', 'hankaku', 'half width'],
    ['がんばれ'.normalize('NFD'), 'ganbare', 'marks apart'],
    ['いすゞ', 'isuzu', 'signs of repetition'],
    ['こゝろ', 'kokoro', 'signs of repetition'],
  ])('%s is read as %s: %s', (value, romaji) => {
    expect(read(value)[0]).toBe(romaji);
  });

  test('kanji stay as they are, and alone have no reading', () => {
    expect(read('東京タワー')).toEqual(['東京tawaa', '東京tawa', '東京tawa-', '東京たわー']);
    expect(read('東京')).toEqual([]);
  });

  test('capitals show where words of two scripts meet', () => {
    expect(read('Googleマップ')).toEqual(['GoogleMappu', 'Googleまっぷ']);
    expect(read('マップgoogle')[0]).toBe('mappuGoogle');
  });

  test('what stands alone and has no sound gives no Latin', () => {
    expect(read('っ')).toEqual(['ッ']);
    expect(read('ー')).toEqual([]);
  });
});

describe('kana of romaji', () => {
  const readLatin = kana({ fromRomaji: true });

  test.each([
    ['sushi', 'すし'],
    ['Tōkyō', 'とうきょう'],
    ['konnichiwa', 'こんにちわ'],
    ['shimbun', 'しんぶん'],
    ['matcha', 'まっちゃ'],
    ['kippu', 'きっぷ'],
    ["shin'ichi", 'しんいち'],
    ['fairu', 'ふぁいる'],
    ['sa-ba-', 'さーばー'],
    ['zyugyou', 'じゅぎょう'],
  ])('%s is found as %s', (value, hiragana) => {
    expect(readLatin(value)[0]).toBe(hiragana);
    expect(readLatin(value)).toHaveLength(2);
  });

  test.each(['server', 'react', 'x', 'sushi2', 'sushi.md'])('%s is no romaji', (value) => {
    expect(readLatin(value)).toEqual([]);
  });

  test('is off unless asked for, and changes nothing for kana', () => {
    expect(read('sushi')).toEqual([]);
    expect(readLatin('とうきょう')).toEqual(read('とうきょう'));
  });
});
