import type { CandidateInput, ListSource } from '@mcp-typeahead/server';
import { SourceError } from '../source-error.js';
import { fileFormatOf } from './file-format.js';
import type { FileSourceOptions } from './file-source-options.js';
import { fingerprint } from './read-bounded.js';
import { readCandidates } from './read-candidates.js';

export interface FileSource extends ListSource {
  load(): Promise<readonly CandidateInput[]>;
}

/**
 * Values from a file: text (one a line), JSON, NDJSON or CSV. Looked at on every load and read again when it changed
 * (time, size or inode), so an edit shows at the next request, without a watcher. When a changed file cannot be used the
 * last good list stays, and `onError` is told once. Requests at the same time share one look and one reading.
 * @throws {SourceError} unknown-format, at construction; the others from `load`, while no version was good
 */
export function fileSource(options: FileSourceOptions): FileSource {
  if (options.format === undefined) fileFormatOf(options.path);
  const { path, onError } = options;
  let good: readonly CandidateInput[] | undefined;
  let failure: SourceError | undefined;
  let seen: string | undefined;
  let loading: Promise<readonly CandidateInput[]> | undefined;

  const load = async (): Promise<readonly CandidateInput[]> => {
    // Taken before the reading: an edit meanwhile makes the next look differ.
    const current = await fingerprint(path).catch((error: SourceError) => error);
    const look = current instanceof SourceError ? current.message : current;
    if (look !== seen) {
      seen = look;
      try {
        if (current instanceof SourceError) throw current;
        good = await readCandidates(options);
        failure = undefined;
      } catch (error) {
        failure = error as SourceError;
        if (good !== undefined) onError?.(failure);
      }
    }
    if (good !== undefined) return good;
    throw failure!;
  };

  return {
    kind: 'list',
    load() {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      return loading;
    },
  };
}
