import type { CandidateInput, ListSource } from '@mcp-typeahead/server';
import type { SourceError } from '../source-error.js';
import { fileFormatOf } from './file-format.js';
import type { FileSourceOptions } from './file-source-options.js';
import { lookAt } from './fingerprint.js';
import { readCandidates } from './read-candidates.js';
import { watchPath, type WatchOptions } from './watch-path.js';

/** A list that is read again when its file has changed. */
export interface FileSource extends ListSource {
  load(): Promise<readonly CandidateInput[]>;
  version(): unknown;
  /**
   * Calls back when the file has changed, for whoever tells clients that lists have. Values follow the file without it. Does not
   * keep the process alive.
   * @returns what ends the watch
   */
  watch(onChange: () => void, options?: WatchOptions): () => void;
}

/** Writers empty a file first and fill it then. */
const settleMs = 1_000;

/**
 * Values from a file: text (one a line), JSON, NDJSON or CSV. Looked at before every use and read again when it changed (time,
 * size or inode), so an edit shows at the next request, without a watcher. When a changed file cannot be used the last good list
 * stays (at first that of `loaded`), and `onError` is told once; so it does for a second when the file is found empty. Requests at
 * the same time share one reading.
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

  const version = (): string => {
    const { fingerprint, isEmpty, changedAtMs } = lookAt(path);
    const isInHand = good !== undefined && good.length > 0 && seen !== undefined;
    const isYoung = changedAtMs !== undefined && Math.abs(Date.now() - changedAtMs) < settleMs;
    return isEmpty && isInHand && isYoung ? seen! : fingerprint;
  };

  return {
    kind: 'list',
    version,
    async load() {
      // Taken before the reading: what is read may be newer than that, and then the next look differs; never older.
      const current = version();
      if (current !== seen) {
        seen = current;
        reading = reading.then(read, read);
      }
      await reading;
      if (good !== undefined) return good;
      throw failure!;
    },
    watch(onChange, watchOptions) {
      let told = version();
      return watchPath(
        path,
        () => {
          const current = version();
          if (current === told) return;
          told = current;
          onChange();
        },
        watchOptions,
      );
    },
  };
}
