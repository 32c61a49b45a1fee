import type { CandidateInput, ListSource } from '@mcp-typeahead/server';
import type { SourceError } from '../source-error.js';
import { fileFormatOf } from './file-format.js';
import type { FileSourceOptions } from './file-source-options.js';
import { fingerprint } from './fingerprint.js';
import { readCandidates } from './read-candidates.js';

/** A list that is read again when its file has changed. */
export interface FileSource extends ListSource {
  load(): Promise<readonly CandidateInput[]>;
  version(): unknown;
}

/**
 * Values from a file: text (one a line), JSON, NDJSON or CSV. Looked at before every use and read again when it changed (time,
 * size or inode), so an edit shows at the next request, without a watcher. When a changed file cannot be used the last good list
 * stays (at first that of `loaded`), and `onError` is told once. Requests at the same time share one reading.
 * @throws {SourceError} unknown-format, at construction; the others from `load`, while no version was good
 */
export function fileSource(options: FileSourceOptions): FileSource {
  const { path, name = path, loaded, onError } = options;
  if (options.format === undefined) fileFormatOf(path, name);
  let good = loaded?.candidates;
  let failure: SourceError | undefined;
  let seen = loaded?.version;
  let reading = Promise.resolve();

  const read = async (): Promise<void> => {
    try {
      good = await readCandidates(options);
      failure = undefined;
    } catch (error) {
      failure = error as SourceError;
      if (good !== undefined) onError?.(failure);
    }
  };

  return {
    kind: 'list',
    version: () => fingerprint(path),
    async load() {
      // Taken before the reading: what is read may be newer than that, and then the next look differs; never older.
      const current = fingerprint(path);
      if (current !== seen) {
        seen = current;
        reading = reading.then(read, read);
      }
      await reading;
      if (good !== undefined) return good;
      throw failure!;
    },
  };
}
