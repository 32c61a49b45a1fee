import type { DocumentReader, Entry } from '../document-reader.js';
import type { WaitConfig } from '../slot-config.js';

export const waitKeys = ['timeoutMs', 'ttlMs', 'staleMs'] as const;

/** How long answers are waited for and kept. */
export function readWait(reader: DocumentReader, fields: ReadonlyMap<string, Entry>): WaitConfig {
  const wait: { -readonly [K in keyof WaitConfig]: WaitConfig[K] } = {};
  for (const key of waitKeys) {
    const entry = fields.get(key);
    const number = entry && reader.count(entry, key === 'timeoutMs' ? 1 : 0);
    if (number !== undefined) wait[key] = number;
  }
  return wait;
}
