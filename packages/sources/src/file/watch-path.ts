import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** When a change is told. */
export interface WatchOptions {
  /** Quiet time after the last event: an editor writes in several steps. @default 100 */
  debounceMs?: number;
  /** How often is looked without an event: networks and mounted volumes send none. @default 2_000 */
  pollMs?: number;
}

/**
 * Calls back when a file may have changed. The folder is watched, not the file: editors and deployment tools put a new file in
 * place of the old one, and a watch on the old one would see nothing more. Does not keep the process alive.
 * @returns what ends the watch; no call comes after it
 */
export function watchPath(path: string, onLook: () => void, options: WatchOptions = {}): () => void {
  const { debounceMs = 100, pollMs = 2_000 } = options;
  let debounce: NodeJS.Timeout | undefined;
  const watcher = watchFolder(dirname(resolve(path)), (name) => {
    // A folder that Kubernetes mounts changes by the link `..data` beside the file.
    if (name !== null && name !== basename(path) && !name.startsWith('..')) return;
    clearTimeout(debounce);
    debounce = setTimeout(onLook, debounceMs).unref();
  });
  const poll = setInterval(onLook, pollMs).unref();
  return () => {
    clearTimeout(debounce);
    clearInterval(poll);
    watcher?.close();
  };
}

/** Undefined where the system gives no watch (none left, or none on this file system); looking now and then stays. */
function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => onEvent(name));
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
