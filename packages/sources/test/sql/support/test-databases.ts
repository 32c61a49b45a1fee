import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Client } from 'pg';
import type { TestPostgres } from '../../../../../test/support/postgres.js';
import { startPostgres } from '../../../../../test/support/postgres.js';
import type { SqlDatabase, SqlValue } from '../../../src/index.js';
import { pgliteDatabase, postgresDatabase, sqliteDatabase } from '../../../src/index.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { openSqliteWriter } from './sqlite-file.js';

/** A database of one kind, with a connection that may write beside ours. */
export interface TestDatabase {
  readonly kind: 'SQLite' | 'PGlite' | 'PostgreSQL';
  readonly database: SqlDatabase;
  run(statement: string, parameters?: readonly SqlValue[]): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

const folder = temporaryFolder();

async function openSqlite(): Promise<TestDatabase> {
  const file = folder.write(`test-${Math.random()}.db`, '');
  const writer = await openSqliteWriter(file);
  const database = sqliteDatabase({ file });
  return {
    kind: 'SQLite',
    database,
    run: async (statement, parameters = []) => {
      const text = statement.replaceAll(/\$\d+/g, '?');
      const prepared = writer.prepare(text);
      if (/^(SELECT|EXPLAIN)/.test(text)) return prepared.all(...parameters);
      prepared.run(...parameters);
      return [];
    },
    close: async () => {
      await database.close();
      writer.close();
    },
  };
}

async function openPglite(): Promise<TestDatabase> {
  const connection = await PGlite.create({ extensions: { pg_trgm } });
  return {
    kind: 'PGlite',
    database: pgliteDatabase({ connection }),
    run: async (statement, parameters = []) =>
      (await connection.query<Record<string, unknown>>(statement, [...parameters])).rows,
    close: () => connection.close(),
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const server: TestPostgres = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const database = postgresDatabase({ url: server.url });
  return {
    kind: 'PostgreSQL',
    database,
    run: async (statement, parameters = []) =>
      (await client.query<Record<string, unknown>>(statement, [...parameters])).rows,
    close: async () => {
      await database.close();
      await client.end();
      await server.close();
    },
  };
}

/** What opens a database of each kind. */
export const testDatabases = [
  { kind: 'SQLite', open: openSqlite },
  { kind: 'PGlite', open: openPglite },
  { kind: 'PostgreSQL', open: openPostgres },
] as const;
