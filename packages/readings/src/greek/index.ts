export type { Readings } from '../readings.js';
export { greek } from './greek.js';
