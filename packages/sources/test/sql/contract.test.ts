import { renameSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { CandidateInput } from '@mcp-typeahead/server';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { TestPostgres } from '../../../../test/support/postgres.js';
import { startPostgres } from '../../../../test/support/postgres.js';
import {
  indexStatements,
  pgliteDatabase,
  postgresDatabase,
  sqliteDatabase,
  sqlSource,
} from '../../src/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { testIoSource } from '../support/test-io-source.js';
import { setUpMs } from './support/set-up-ms.js';
import { openSqliteWriter } from './support/sqlite-file.js';

const folder = temporaryFolder();
const rowOf = (candidate: CandidateInput): [string, string | null] =>
  typeof candidate === 'string' ? [candidate, null] : [candidate.value, candidate.title ?? null];

testIoSource({
  name: 'A table of SQLite',
  create: async (candidates) => {
    const file = folder.write(`${Math.random()}.db`, '');
    const writer = await openSqliteWriter(file);
    writer.exec('PRAGMA synchronous = OFF; CREATE TABLE items (name TEXT, label TEXT)');
    const fill = (rows: readonly CandidateInput[]): void => {
      writer.exec('DELETE FROM items');
      for (const row of rows) writer.prepare('INSERT INTO items VALUES (?, ?)').run(...rowOf(row));
    };
    fill(candidates);
    const database = sqliteDatabase({ file });
    let isBroken = false;
    const move = (from: string, to: string, broken: boolean): void => {
      if (isBroken === broken) return;
      renameSync(from, to);
      isBroken = broken;
    };
    return {
      source: sqlSource({ database, table: 'items', column: 'name', title: 'label' }),
      replace: fill,
      breakDown: () => move(file, `${file}.away`, true),
      mend: () => move(`${file}.away`, file, false),
      close: async () => {
        await database.close();
        writer.close();
      },
    };
  },
});

let pglite: PGlite;
let server: TestPostgres;
beforeAll(async () => {
  pglite = await PGlite.create({ extensions: { pg_trgm } });
  server = await startPostgres();
}, setUpMs);
afterAll(async () => {
  await pglite.close();
  await server.close();
});

const tableName = (): string => `items_${Math.random().toString(36).slice(2)}`;

testIoSource({
  name: 'A table of PGlite',
  create: async (candidates) => {
    const table = tableName();
    await pglite.query(`CREATE TABLE ${table} (name text, label text)`);
    const fill = async (rows: readonly CandidateInput[]): Promise<void> => {
      await pglite.query(`DELETE FROM ${table}`);
      for (const row of rows) await pglite.query(`INSERT INTO ${table} VALUES ($1, $2)`, rowOf(row));
    };
    await fill(candidates);
    return {
      source: sqlSource({
        database: pgliteDatabase({ connection: pglite }),
        table,
        column: 'name',
        title: 'label',
      }),
      replace: fill,
      breakDown: async () =>
        void (await pglite.query(`ALTER TABLE IF EXISTS ${table} RENAME TO ${table}_away`)),
      mend: async () => void (await pglite.query(`ALTER TABLE IF EXISTS ${table}_away RENAME TO ${table}`)),
    };
  },
});

const secret = 'pass-word-of-the-test';

testIoSource({
  name: 'A table of PostgreSQL',
  secrets: [secret, 'owner'],
  create: async (candidates) => {
    const table = tableName();
    const connect = async (): Promise<Client> => {
      const client = new Client({ connectionString: server.url });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    };
    const once = async (work: (client: Client) => Promise<unknown>): Promise<void> => {
      const client = await connect();
      await work(client);
      await client.end();
    };
    const fill = (rows: readonly CandidateInput[]): Promise<void> =>
      once(async (client) => {
        await client.query(`DELETE FROM ${table}`);
        for (const row of rows) await client.query(`INSERT INTO ${table} VALUES ($1, $2)`, rowOf(row));
      });
    await once((client) => client.query(`CREATE TABLE ${table} (name text, label text)`));
    await once((client) =>
      client.query(indexStatements({ dialect: 'postgres', table, column: 'name' }).prefix),
    );
    await fill(candidates);
    const database = postgresDatabase({ url: server.url.replace('owner@', `owner:${secret}@`) });
    let isDown = false;
    let lock: Client | undefined;
    return {
      source: sqlSource({ database, table, column: 'name', title: 'label' }),
      replace: fill,
      breakDown: async () => {
        await server.kill();
        isDown = true;
      },
      mend: async () => {
        if (isDown) await server.restart();
        isDown = false;
        await lock?.end();
        lock = undefined;
      },
      holdUp: async () => {
        lock = await connect();
        await lock.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      },
      close: () => database.close(),
    };
  },
  createTooMany: async () => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const table = tableName();
    await client.query(
      `CREATE TABLE ${table} AS SELECT 'value ' || n AS name FROM generate_series(1, 5000) n`,
    );
    await client.end();
    const database = postgresDatabase({ url: server.url });
    return { source: sqlSource({ database, table, column: 'name' }), close: () => database.close() };
  },
});
