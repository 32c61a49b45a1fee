import { statSync } from 'node:fs';

/** What is seen of a file without reading it. */
export interface FileLook {
  /**
   * Tells one version of a file from another: a rewrite changes one of the times or the size, a rename over it the inode. The code
   * of the error where the file cannot be looked at.
   */
  readonly fingerprint: string;
  readonly isEmpty: boolean;
  /** By the clock of the file system; undefined where the file cannot be looked at. */
  readonly changedAtMs: number | undefined;
}

/** Synchronous, a few microseconds: whoever caches what was read asks before every use. */
export function lookAt(path: string): FileLook {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(path, { bigint: true });
    const fingerprint = [dev, ino, size, mtimeNs, ctimeNs].join(':');
    return { fingerprint, isEmpty: size === 0n, changedAtMs: Number(ctimeMs) };
  } catch (error) {
    const fingerprint = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return { fingerprint, isEmpty: false, changedAtMs: undefined };
  }
}
