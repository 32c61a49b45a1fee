import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '../../scripts/lib/database-servers.mjs';
import { freePort } from './free-port.js';
import type { ServerProcess } from './server-process.js';
import { startServerProcess } from './server-process.js';

/** A Redis or Valkey server of one's own, empty, on 127.0.0.1. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** As by `kill -9`: connections break at once. What was stored is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that keeps everything in memory, in a temporary folder. */
export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
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
  const start = (): Promise<ServerProcess> =>
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
