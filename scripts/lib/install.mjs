import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/** Installs what a folder's lockfile names, unless it is there already. Resolves with whether it is there now. */
export async function ensureInstalled(folder, say) {
  const why = await whyStale(folder);
  if (why === undefined) return true;
  const place = folder === root ? 'this repository' : folder.slice(root.length);
  say(`Installing the dependencies of ${place} (${why}) ...`);
  const { code } = await run(npm, ['ci', '--no-fund', '--no-audit'], { cwd: folder, env: environment() });
  const left = await whyStale(folder);
  if (code === 0 && left === undefined) return true;
  say(
    `npm ci failed in ${folder} (exit code ${code}${left ? `, ${left}` : ''}): is the npm registry reachable?`,
  );
  return false;
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Without what an outer `npm test` sets for its own run: its prefix and workspace would lead the inner npm astray. */
function environment() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(local_prefix|prefix|workspace|workspaces)|package_|lifecycle_)/i.test(name),
  );
  return Object.fromEntries(inherited);
}

/** Compares the lockfile with npm's own record of what it installed. */
async function whyStale(folder) {
  const wanted = await readPackages(join(folder, 'package-lock.json'));
  const installed = await readPackages(join(folder, 'node_modules/.package-lock.json'));
  if (installed === undefined) return 'nothing is installed';
  for (const [path, { version, optional, peer, link }] of Object.entries(wanted ?? {})) {
    if (!path.includes('node_modules/')) continue;
    const there = installed[path];
    if (there === undefined && (optional || peer)) continue;
    if (there === undefined || (!link && there.version !== version)) return 'the lockfile has changed';
  }
  return undefined;
}

async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
