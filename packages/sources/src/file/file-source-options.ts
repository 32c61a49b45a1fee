import type { CandidateInput } from '@mcp-typeahead/server';
import type { CandidateFields } from '../candidate/candidate-fields.js';
import type { SourceError } from '../source-error.js';

/** text: a value a line. json: an array. ndjson: a JSON value a line. csv: with a header row. */
export type FileFormat = 'text' | 'json' | 'ndjson' | 'csv';

/** A file as it was once read. */
export interface LoadedFile {
  readonly candidates: readonly CandidateInput[];
  /** The fingerprint that the file had then. */
  readonly version: string;
}

/** A file, how it is read, and which of its parts are what. */
export interface FileSourceOptions extends CandidateFields {
  path: string;
  /** What messages call the file. @default `path` */
  name?: string;
  /** @default by extension: .json; .ndjson, .jsonl; .csv, .tsv; text for .txt, .list and no extension */
  format?: FileFormat;
  /** JSON: where the array stands (RFC 6901), such as `/data/names`. @default the whole document */
  pointer?: string;
  /** CSV: what separates cells. @default the most frequent of `,` `;` and tab in the first line */
  delimiter?: string;
  /** A larger file is refused. @default 64 MiB */
  maxBytes?: number;
  /** What has been read of it before: served until the file changes, and while it cannot be used. */
  loaded?: LoadedFile;
  /** A later version of the file cannot be used and the last good one is served. Once for each version. */
  onError?: (error: SourceError) => void;
}

export const defaultMaxBytes: number = 64 * 1_024 * 1_024;
