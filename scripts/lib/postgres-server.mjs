import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from './database-servers.mjs';
import { freePort } from './free-port.mjs';
import { startServerProcess } from './server-process.mjs';

const run = promisify(execFile);

/** What is committed outlives the server, as the tests kill it, but need not outlive the machine. */
const quick = ['fsync=off', 'full_page_writes=off'];

/** Starts a server in a temporary folder. Root may not run one: then the user of the folder is another. */
export async function startPostgres(settings = []) {
  const bin = await findPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed: `npm test` installs it or says how');
  const folder = await mkdtemp(join(tmpdir(), 'typeahead-postgres-'));
  const user = await serverUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  const initial = ['-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  await run(join(bin, 'initdb'), ['-D', data, ...initial], as);
  const port = await freePort();
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...quick,
    ...settings,
  ];
  const command = [join(bin, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])];
  const start = () => startServerProcess(command, { ...as, ready: /ready to accept connections/ });
  let server = await start();
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    port,
    kill: () => server.stop('SIGKILL'),
    async restart() {
      // SIGQUIT: immediate, without farewell to the clients.
      await server.stop('SIGQUIT');
      server = await startAgain(start);
    },
    async close() {
      await server.stop('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The processes of a server that was killed end on their own, a moment later, and it cannot start before. */
async function startAgain(start) {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!error.message.includes('still in use')) throw error;
    }
  }
}

/** Whom to be while starting the server: oneself, unless one is root. */
async function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
