import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres } from '../../scripts/lib/database-servers.mjs';
import { freePort } from './free-port.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

/** A PostgreSQL server of one's own, empty, on 127.0.0.1. */
export interface TestPostgres {
  /** Of the database `postgres`, as its owner. */
  readonly url: string;
  readonly port: number;
  /** As by `kill -9` on the server and all that it has started: connections break at once. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

const run = promisify(execFile);

/** What is committed outlives the server, as the tests kill it, but need not outlive the machine. */
const quick = ['fsync=off', 'full_page_writes=off'];

/** Starts a server in a temporary folder. Root may not run one: then the user of the folder is another. */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const bin = await findPostgres();
  if (bin === undefined) throw new Error('PostgreSQL is not installed: `npm test` installs it or says how');
  const folder = await mkdtemp(join(tmpdir(), 'typeahead-postgres-'));
  const user = await serverUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
    as,
  );
  const port = await freePort();
  const options = [
    `listen_addresses=127.0.0.1`,
    `port=${port}`,
    `unix_socket_directories=`,
    ...quick,
    ...settings,
  ];
  const start = (): Promise<ServerProcess> =>
    startServerProcess([join(bin, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])], {
      ...as,
      ready: /ready to accept connections/,
    });
  /** The processes of a server that was killed end on their own, a moment later, and it cannot start before. */
  const startAgain = async (): Promise<ServerProcess> => {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (!(error instanceof Error && error.message.includes('still in use'))) throw error;
      }
    }
  };
  let server = await start();
  return {
    url: `postgres://owner@127.0.0.1:${port}/postgres`,
    port,
    kill: () => server.stop('SIGKILL'),
    async restart() {
      // SIGQUIT: immediate, without farewell to the clients.
      await server.stop('SIGQUIT');
      server = await startAgain();
    },
    async close() {
      await server.stop('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whom to be while starting the server: oneself, unless one is root. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(found?.[2]), gid: Number(found?.[3]) };
}
