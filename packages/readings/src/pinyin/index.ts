export type { Readings } from '../readings.js';
export { pinyin } from './pinyin.js';
