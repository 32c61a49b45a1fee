export type { Readings } from '../readings.js';
export { cyrillic } from './cyrillic.js';
