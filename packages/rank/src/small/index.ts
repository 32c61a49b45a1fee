export { createIndex } from './create-index.js';
export type { SmallIndex } from './create-index.js';
