import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** What the tests start by themselves: the program, Debian's package of it, and what others call it. */
const servers = [
  { name: 'PostgreSQL', find: findPostgres, packages: ['postgresql'], brew: 'postgresql' },
  { name: 'Redis or Valkey', find: findRedis, packages: ['redis-server'], brew: 'valkey' },
];

/** The folder with `initdb` and `postgres`: Debian keeps it off the PATH. The newest version wins. */
export async function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = (await entries(debian)).sort((a, b) => Number(b) - Number(a));
  for (const folder of [...path(), ...versions.map((version) => join(debian, version, 'bin'))]) {
    if ((await isProgram(join(folder, 'initdb'))) && (await isProgram(join(folder, 'postgres'))))
      return folder;
  }
  return undefined;
}

/** The program that serves Redis's protocol. */
export async function findRedis() {
  for (const folder of path()) {
    for (const name of ['redis-server', 'valkey-server']) {
      if (await isProgram(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/** Installs what is missing where that can be done without asking. Resolves with whether all of it is there now. */
export async function ensureDatabaseServers(say) {
  const missing = await without(servers);
  if (missing.length === 0) return true;
  const names = missing.flatMap(({ packages }) => packages);
  if (process.getuid?.() === 0 && (await isProgram('/usr/bin/apt-get'))) {
    say(`Installing ${names.join(' and ')} for the tests (apt-get) ...`);
    await install(names, say);
  }
  const left = await without(missing);
  for (const { name, packages, brew } of left) {
    say(
      `${name} is not installed, and the tests need it. Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}; macOS: brew install ${brew}`,
    );
  }
  return left.length === 0;
}

async function install(names, say) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = async (...args) => (await run('apt-get', args, { capture: true, env })).code === 0;
  const packages = ['install', '-y', '--no-install-recommends', ...names];
  // The lists of a fresh machine are empty or old; those of others do.
  if (await apt(...packages)) return;
  await apt('update');
  const { code, output } = await run('apt-get', packages, { capture: true, env });
  if (code !== 0) say(output);
}

async function without(wanted) {
  const found = await Promise.all(wanted.map(({ find }) => find()));
  return wanted.filter((_, index) => found[index] === undefined);
}

function path() {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

async function entries(folder) {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

async function isProgram(file) {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
