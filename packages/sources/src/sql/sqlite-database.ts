import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SourceError } from '../source-error.js';
import { codeOf, toSourceError } from './database-error.js';
import { importDriver } from './import-driver.js';
import type { PositionalStatement } from './named-parameters.js';
import { toPositional } from './named-parameters.js';
import type { SqlDatabase, SqlRow, SqlSession, SqlStatement } from './sql-database.js';

/** As much of better-sqlite3 as is used. */
export interface SqliteConnection {
  prepare(text: string): { iterate(...parameters: unknown[]): Iterable<unknown> };
  close(): unknown;
}

/** A file, or a connection that somebody else has opened and will close. */
export type SqliteDatabaseOptions = {
  /** What messages call it. @default `SQLite` */
  name?: string;
  /** Reading rows stops after that. @default 5_000 */
  timeoutMs?: number;
} & ({ file: string } | { connection: SqliteConnection });

/** Statements are few: a handful a source. */
const maxPrepared = 200;
/** Waiting for a writer stops the whole process: not for long. */
const lockedMs = 100;

/**
 * A file of SQLite, opened read-only with better-sqlite3 (an optional peer). A file that was replaced is opened anew. Queries run in this
 * thread and cannot be stopped between two rows: give what is searched an index.
 */
export function sqliteDatabase(options: SqliteDatabaseOptions): SqlDatabase {
  return new SqliteDatabase(options);
}

interface Prepared extends PositionalStatement {
  readonly query: ReturnType<SqliteConnection['prepare']>;
}

interface Opened {
  readonly connection: SqliteConnection;
  readonly file: string | undefined;
  readonly prepared: Map<string, Prepared>;
}

class SqliteDatabase implements SqlDatabase {
  readonly dialect = 'sqlite';
  readonly name: string;
  readonly #options: SqliteDatabaseOptions;
  readonly #timeoutMs: number;
  #opened: Opened | undefined;

  constructor(options: SqliteDatabaseOptions) {
    this.name = options.name ?? 'SQLite';
    this.#timeoutMs = options.timeoutMs ?? 5_000;
    this.#options = options;
  }

  async read<T>(work: (session: SqlSession) => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> {
    const endsAt = performance.now() + this.#timeoutMs;
    try {
      const opened = await this.#open();
      return await work({
        rows: async (statement, maxRows) => {
          // A query holds up the whole process: others get their turn, and the caller a chance to leave, before each.
          await nextTurn();
          signal.throwIfAborted();
          return readRows(opened, statement, { maxRows, endsAt, name: this.name });
        },
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toSourceError(error, this.name);
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    if ('file' in this.#options) opened?.connection.close();
  }

  async #open(): Promise<Opened> {
    if ('connection' in this.#options) {
      return (this.#opened ??= {
        connection: this.#options.connection,
        file: undefined,
        prepared: new Map(),
      });
    }
    const { file } = this.#options;
    const identity = this.#identify(file);
    if (this.#opened?.file === identity) return this.#opened;
    const driver = (await importDriver('better-sqlite3')) as {
      default: new (file: string, options: object) => SqliteConnection;
    };
    await this.close();
    const connection = new driver.default(file, { readonly: true, fileMustExist: true, timeout: lockedMs });
    return (this.#opened = { connection, file: identity, prepared: new Map() });
  }

  /** Which file it is, not which path: another may have been moved there. */
  #identify(file: string): string {
    try {
      const { dev, ino } = statSync(file);
      return `${dev}:${ino}`;
    } catch (cause) {
      const isAbsent = codeOf(cause) === 'ENOENT';
      throw new SourceError(
        isAbsent ? 'not-found' : 'unreadable',
        `${this.name}: ${file} ${isAbsent ? 'does not exist' : 'cannot be read'}`,
        { cause },
      );
    }
  }
}

function readRows(
  opened: Opened,
  { text, parameters }: SqlStatement,
  { maxRows, endsAt, name }: { maxRows: number; endsAt: number; name: string },
): readonly SqlRow[] {
  const rows: SqlRow[] = [];
  if (maxRows <= 0) return rows;
  const { query, names } = prepare(opened, text);
  const values = names.map((parameter) => toSqlite(parameters[parameter]));
  for (const row of query.iterate(...values)) {
    rows.push(row as SqlRow);
    if (rows.length >= maxRows) break;
    if (performance.now() > endsAt)
      throw new SourceError('timeout', `${name}: the query took too long and was ended`);
  }
  return rows;
}

function prepare({ connection, prepared }: Opened, text: string): Prepared {
  let found = prepared.get(text);
  if (found === undefined) {
    const positional = toPositional(text, 'sqlite');
    found = { ...positional, query: connection.prepare(positional.text) };
    if (prepared.size >= maxPrepared) prepared.clear();
    prepared.set(text, found);
  }
  return found;
}

/** SQLite has no booleans. */
function toSqlite(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
