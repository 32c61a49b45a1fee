import { statSync } from 'node:fs';

/**
 * Tells one version of a file from another: a rewrite changes one of the times or the size, a rename over it the inode.
 * Synchronous, a few microseconds: whoever caches what was read asks before every use.
 */
export function fingerprint(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
