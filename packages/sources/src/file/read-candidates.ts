import type { CandidateInput } from '@mcp-typeahead/server';
import { basename } from 'node:path';
import { fileFormatOf } from './file-format.js';
import { defaultMaxBytes, type FileSourceOptions } from './file-source-options.js';
import { parseJson, parseNdjson } from './parse-json.js';
import { parseText } from './parse-text.js';
import { readBounded } from './read-bounded.js';

/**
 * Reads the candidates of a file as it is now.
 * @throws {SourceError}
 */
export async function readCandidates(options: FileSourceOptions): Promise<readonly CandidateInput[]> {
  const { path, pointer, delimiter } = options;
  const format = options.format ?? fileFormatOf(path);
  const text = await readBounded(path, options.maxBytes ?? defaultMaxBytes);
  const where = basename(path);
  if (format === 'text') return parseText(text);
  if (format === 'json') return parseJson(text, options, where, pointer);
  if (format === 'ndjson') return parseNdjson(text, options, where);
  // Its parser is loaded when needed: a gateway without CSV starts sooner.
  const { parseCsv } = await import('./parse-csv.js');
  return parseCsv(text, options, where, delimiter);
}
