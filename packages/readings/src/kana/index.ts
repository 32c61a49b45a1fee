export type { Readings } from '../readings.js';
export { kana } from './kana.js';
export type { KanaOptions } from './kana.js';
