import type { CandidateInput } from '@mcp-typeahead/server';
import { fileFormatOf } from './file-format.js';
import { defaultMaxBytes, type FileSourceOptions, type LoadedFile } from './file-source-options.js';
import { lookAt } from './fingerprint.js';
import { parseJson, parseNdjson } from './parse-json.js';
import { parseText } from './parse-text.js';
import { readBounded } from './read-bounded.js';

/**
 * Reads the candidates of a file as it is now.
 * @throws {SourceError}
 */
export async function readCandidates(options: FileSourceOptions): Promise<readonly CandidateInput[]> {
  const { path, name = path, pointer, delimiter } = options;
  const format = options.format ?? fileFormatOf(path, name);
  const text = await readBounded({ path, name, maxBytes: options.maxBytes ?? defaultMaxBytes });
  if (format === 'text') return parseText(text);
  if (format === 'json') return parseJson(text, options, name, pointer);
  if (format === 'ndjson') return parseNdjson(text, options, name);
  // Its parser is loaded when needed: a gateway without CSV starts sooner.
  const { parseCsv } = await import('./parse-csv.js');
  return parseCsv(text, options, name, delimiter);
}

/**
 * Reads a file for a `fileSource` to start with. What has been read before comes back while the file is the same.
 * @throws {SourceError}
 */
export async function loadFile(options: FileSourceOptions): Promise<LoadedFile> {
  // Taken before the reading: what is read may be newer than that, and then the next look differs; never older.
  const version = lookAt(options.path).fingerprint;
  if (options.loaded?.version === version) return options.loaded;
  return { candidates: await readCandidates(options), version };
}
