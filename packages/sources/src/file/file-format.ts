import { extname } from 'node:path';
import { SourceError } from '../source-error.js';
import type { FileFormat } from './file-source-options.js';

const formats: Readonly<Record<string, FileFormat>> = {
  '': 'text',
  '.txt': 'text',
  '.text': 'text',
  '.list': 'text',
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'csv',
};

/**
 * The format that the extension of a path stands for.
 * @param name for messages
 * @throws {SourceError} unknown-format
 */
export function fileFormatOf(path: string, name: string): FileFormat {
  const extension = extname(path).toLowerCase();
  const format = Object.hasOwn(formats, extension) ? formats[extension] : undefined;
  if (format !== undefined) return format;
  const message = `${name}: no format is known for "${extension}"; give format: text, json, ndjson or csv`;
  throw new SourceError('unknown-format', message);
}
