import type { DocumentReader, Entry } from '../document-reader.js';
import type { ColumnsConfig } from '../slot-config.js';
import { readFilled } from './read-filled.js';

export const columnKeys = ['column', 'title', 'description', 'aliases', 'weight', 'group'] as const;

/** Where the parts of a value stand. */
export function readColumns(reader: DocumentReader, fields: ReadonlyMap<string, Entry>): ColumnsConfig {
  const columns: { -readonly [K in keyof ColumnsConfig]: ColumnsConfig[K] } = {};
  for (const key of columnKeys) {
    const entry = fields.get(key);
    const name = entry && readFilled(reader, entry, 'the name of a column');
    if (name !== undefined) columns[key] = name;
  }
  return columns;
}
