import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Where a link leads, as far as the root goes. */
export type LinkTarget =
  | { readonly is: 'folder'; readonly path: string }
  | { readonly is: 'file' }
  /** There is nothing, and the place where it would be is inside the root. */
  | { readonly is: 'broken' }
  /** Whether there is anything, nobody is told. */
  | { readonly is: 'outside' };

/** More links after one another are taken for a circle. */
const maxHops = 32;

/** @param root its real path */
export async function resolveLink(path: string, root: string): Promise<LinkTarget> {
  try {
    const real = await realpath(path);
    if (!isInside(real, root)) return { is: 'outside' };
    return (await stat(real)).isDirectory() ? { is: 'folder', path: real } : { is: 'file' };
  } catch {
    return (await wouldLeadOutside(path, root)) ? { is: 'outside' } : { is: 'broken' };
  }
}

/** Whether this is the root or below it. By parts of the path: `/srv/docs-private` is not in `/srv/docs`. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * A link to nothing outside is treated like one to something outside: which of them it is must not show. Follows link after link
 * as the system would, up to the first that is not there.
 */
async function wouldLeadOutside(path: string, root: string): Promise<boolean> {
  let at = path;
  for (let hop = 0; hop < maxHops; hop += 1) {
    const target = await readlink(at).catch(() => undefined);
    if (target === undefined) return !isInside(await realParent(at), root);
    at = resolve(await realParent(dirname(at)), target);
    if (!isInside(at, root)) return true;
  }
  return false;
}

/** The path with the links in its existing part resolved. */
async function realParent(path: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const real = await lstat(at).then(
      () => realpath(at).catch(() => undefined),
      () => undefined,
    );
    if (real !== undefined) return join(real, ...rest.toReversed());
    if (dirname(at) === at) return path;
    rest.push(at.slice(dirname(at).length).replace(/^[/\\]/, ''));
  }
}
