import { opendir, stat } from 'node:fs/promises';
import { foldName, looseName } from './fold-name.js';

/** What a folder was found to hold. */
export interface FolderEntries {
  /** By name. */
  readonly entries: readonly FolderEntry[];
  /** Whether there are no more of them. */
  readonly isWhole: boolean;
}

export interface FolderEntry {
  readonly name: string;
  /** The one spelling of names that a person takes for the same. */
  readonly folded: string;
  /** In which what was typed is looked for. */
  readonly loose: string;
  readonly kind: 'folder' | 'file' | 'link';
}

interface Snapshot {
  readonly found: FolderEntries;
  readonly version: string;
}

const maxFolders = 100;
const maxKept = 100_000;
/** Coarse file systems count time in steps of two seconds: within them a change may not show. */
const settledMs = 2_500;

/** Lists folders, and remembers them while they have not changed. */
export class FolderReader {
  readonly #maxEntries: number;
  readonly #snapshots: Map<string, Snapshot> = new Map();
  #kept = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** @throws the error of the file system, or the reason of the signal */
  async read(path: string, signal: AbortSignal): Promise<FolderEntries> {
    const { dev, ino, mtimeNs, mtimeMs } = await stat(path, { bigint: true });
    const version = [dev, ino, mtimeNs].join(':');
    const known = this.#snapshots.get(path);
    if (known?.version === version) {
      this.#snapshots.delete(path);
      this.#snapshots.set(path, known);
      return known.found;
    }
    const startedAt = Date.now();
    const found = await readFolder(path, this.#maxEntries, signal);
    this.#forget(path);
    // Taken before the reading: what was read may be newer, never older.
    if (Math.abs(startedAt - Number(mtimeMs)) > settledMs) this.#keep(path, { found, version });
    return found;
  }

  #keep(path: string, snapshot: Snapshot): void {
    this.#snapshots.set(path, snapshot);
    this.#kept += snapshot.found.entries.length;
    for (const oldest of this.#snapshots.keys()) {
      if (this.#snapshots.size <= maxFolders && this.#kept <= maxKept) break;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#kept -= this.#snapshots.get(path)?.found.entries.length ?? 0;
    this.#snapshots.delete(path);
  }
}

async function readFolder(path: string, maxEntries: number, signal: AbortSignal): Promise<FolderEntries> {
  const entries: FolderEntry[] = [];
  let seen = 0;
  // Leaving the loop closes the folder.
  for await (const entry of await opendir(path, { bufferSize: 256 })) {
    signal.throwIfAborted();
    seen += 1;
    if (seen > maxEntries) break;
    // A name that is not UTF-8 cannot be written in JSON, so nobody could ask for it.
    if (entry.name.includes('\uFFFD')) continue;
    const kind = entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file';
    entries.push({ name: entry.name, folded: foldName(entry.name), loose: looseName(entry.name), kind });
  }
  return { entries: entries.sort(byName), isWhole: seen <= maxEntries };
}

function byName(a: FolderEntry, b: FolderEntry): number {
  if (a.folded === b.folded) return a.name < b.name ? -1 : 1;
  return a.folded < b.folded ? -1 : 1;
}
