export type { Readings } from '../readings.js';
export { hangul } from './hangul.js';
