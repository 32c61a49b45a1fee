import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldName } from './fold-name.js';
import type { FolderEntry, FolderReader } from './read-entries.js';
import { isInside, resolveLink } from './resolve-link.js';

/** A folder below a root. */
export interface OpenedFolder {
  /** Its real path. */
  readonly path: string;
  /** The way from the root as the folders are spelled on disk, with a slash after each. */
  readonly prefix: string;
}

export interface OpenPathOptions {
  reader: FolderReader;
  /** The root's real path. */
  root: string;
  hidden: boolean;
  signal: AbortSignal;
}

/**
 * Goes from the root into folder after folder. What was typed never becomes a path: each part has to be the name of an entry that
 * the folder has, so that `..`, absolute paths, NUL, backslashes and drive letters are names that there are not.
 * Undefined where there is no such folder inside the root.
 * @throws the error of the file system, or the reason of the signal
 */
export async function openPath(
  names: readonly string[],
  { reader, root, hidden, signal }: OpenPathOptions,
): Promise<OpenedFolder | undefined> {
  let path = root;
  let prefix = '';
  for (const typed of names) {
    const { entries, isWhole } = await reader.read(path, signal);
    const candidates = entries.filter(
      ({ name, kind }) => kind !== 'file' && (hidden || !name.startsWith('.')),
    );
    const name = findName(candidates, typed) ?? (isWhole ? undefined : await unlisted(path, typed, hidden));
    if (name === undefined) return undefined;
    const entered = await enter(join(path, name), root);
    if (entered === undefined) return undefined;
    path = entered;
    prefix += `${name}/`;
  }
  return { path, prefix };
}

/** As typed, else in another case or Unicode form: people type é where a disk has e and an accent. */
function findName(entries: readonly FolderEntry[], typed: string): string | undefined {
  if (entries.some(({ name }) => name === typed)) return typed;
  const folded = foldName(typed);
  return entries.find((entry) => entry.folded === folded)?.name;
}

/** A folder too long to be listed whole is asked for the one entry. Not on Windows, where a name has many spellings. */
async function unlisted(path: string, name: string, hidden: boolean): Promise<string | undefined> {
  if (process.platform === 'win32' || !isPlainName(name) || (!hidden && name.startsWith('.')))
    return undefined;
  const found = await lstat(join(path, name)).catch(() => undefined);
  return found === undefined ? undefined : name;
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
}

/** Its real path, if it is a folder inside the root. Asked each time: a folder may have become a link meanwhile. */
async function enter(path: string, root: string): Promise<string | undefined> {
  const target = await resolveLink(path, root);
  return target.is === 'folder' && isInside(target.path, root) ? target.path : undefined;
}
