import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from './database-servers.mjs';
import { freePort } from './free-port.mjs';
import { startServerProcess } from './server-process.mjs';

/** Starts a server that keeps everything in memory, in a temporary folder. */
export async function startRedis(settings = []) {
  const file = await findRedis();
  if (file === undefined) throw new Error('Redis is not installed: `npm test` installs it or says how');
  const folder = await mkdtemp(join(tmpdir(), 'typeahead-redis-'));
  const port = await freePort();
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const start = () =>
    startServerProcess([file, ...options, ...settings], { ready: /ready to accept connections/i });
  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: () => server.stop('SIGKILL'),
    async restart() {
      await server.stop('SIGKILL');
      server = await start();
    },
    async close() {
      await server.stop('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
