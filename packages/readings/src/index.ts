export { combineReadings } from './combine-readings.js';
export { cyrillic } from './cyrillic/index.js';
export { greek } from './greek/index.js';
export { hangul } from './hangul/index.js';
export { kana } from './kana/index.js';
export type { KanaOptions } from './kana/index.js';
export { pinyin } from './pinyin/index.js';
export { MAX_READINGS, MAX_VALUE_LENGTH } from './readings.js';
export type { Readings } from './readings.js';
