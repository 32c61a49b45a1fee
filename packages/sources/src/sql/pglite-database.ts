import { toSourceError } from './database-error.js';
import { importDriver } from './import-driver.js';
import { toPositional } from './named-parameters.js';
import type { SqlDatabase, SqlRow, SqlSession } from './sql-database.js';

/** As much of PGlite as is used. */
export interface PgliteConnection {
  transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface PgliteTransaction {
  query(text: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
  exec(text: string): Promise<unknown>;
}

/** A folder, or an instance that somebody else has made and will close: a folder can be open only once. */
export type PgliteDatabaseOptions = {
  /** What messages call it. @default `PGlite` */
  name?: string;
} & ({ folder: string } | { connection: PgliteConnection });

/**
 * PostgreSQL inside this process, with `@electric-sql/pglite` (an optional peer). Queries take turns and cannot be stopped while they run:
 * it is for data that is small or indexed.
 */
export function pgliteDatabase(options: PgliteDatabaseOptions): SqlDatabase {
  return new PgliteDatabase(options);
}

class PgliteDatabase implements SqlDatabase {
  readonly dialect = 'postgres';
  readonly name: string;
  readonly #options: PgliteDatabaseOptions;
  #opening: Promise<PgliteConnection> | undefined;

  constructor(options: PgliteDatabaseOptions) {
    this.name = options.name ?? 'PGlite';
    this.#options = options;
  }

  async read<T>(work: (session: SqlSession) => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> {
    signal.throwIfAborted();
    try {
      const connection = await this.#open();
      return await connection.transaction(async (transaction) => {
        await transaction.exec('SET TRANSACTION READ ONLY');
        return work({
          rows: async ({ text, parameters }, maxRows) => {
            signal.throwIfAborted();
            const statement = toPositional(text, 'postgres');
            const values = statement.names.map((name) => parameters[name] ?? null);
            const { rows } = await transaction.query(statement.text, values);
            return rows.slice(0, maxRows) as SqlRow[];
          },
        });
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toSourceError(error, this.name);
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if ('folder' in this.#options) await (await opening)?.close();
  }

  async #open(): Promise<PgliteConnection> {
    if ('connection' in this.#options) return this.#options.connection;
    const { folder } = this.#options;
    this.#opening ??= openFolder(folder);
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}

async function openFolder(folder: string): Promise<PgliteConnection> {
  const driver = (await importDriver('@electric-sql/pglite')) as {
    PGlite: { create(folder: string, options: object): Promise<PgliteConnection> };
  };
  const trigrams = (await importDriver('@electric-sql/pglite/contrib/pg_trgm')) as { pg_trgm: unknown };
  return driver.PGlite.create(folder, { extensions: { pg_trgm: trigrams.pg_trgm } });
}
