import { readFile } from 'node:fs/promises';
import { SourceError } from '../source-error.js';
import { codeOf, isConnectionLost, toSourceError } from './database-error.js';
import { importDriver } from './import-driver.js';
import { toPositional } from './named-parameters.js';
import type { PgClient, PgDriver, PgPool, PgResult } from './postgres-driver.js';
import type { SqlDatabase, SqlSession } from './sql-database.js';

/** Where a PostgreSQL server is, and how much of it may be used. */
export interface PostgresDatabaseOptions {
  /**
   * `postgres://user@host:5432/database?sslmode=verify-full`. Take it from the environment: it may hold a password. Never shown.
   * @default what PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE say
   */
  url?: string;
  /** A file with the password, read at each connection, so that it can be changed while this runs. The URL then has none. */
  passwordFile?: string;
  /** What messages call it. @default `PostgreSQL` */
  name?: string;
  /** Most connections at a time, beside one that ends queries nobody waits for any longer. @default 5 */
  maxConnections?: number;
  /** Most readers that wait for a connection; further ones fail at once. @default 100 */
  maxWaiting?: number;
  /** Longest wait for a connection, a new or a free one. @default 3_000 */
  connectTimeoutMs?: number;
  /** The server ends a reader's query after that, whatever becomes of this process. @default 5_000 */
  timeoutMs?: number;
}

/**
 * PostgreSQL through pg (an optional peer). A query that nobody waits for any longer is ended on the server. Connections that were lost
 * are replaced; works behind poolers that hand out connections by transaction.
 * @throws {SourceError} invalid-option, at construction
 */
export function postgresDatabase(options: PostgresDatabaseOptions = {}): SqlDatabase {
  return new PostgresDatabase(options);
}

const idleMs = 10_000;

class PostgresDatabase implements SqlDatabase {
  readonly dialect = 'postgres';
  readonly name: string;
  readonly #options: Required<Omit<PostgresDatabaseOptions, 'name' | 'url' | 'passwordFile'>>;
  readonly #url: string | undefined;
  readonly #readPassword: (() => Promise<string>) | undefined;
  #pools: Promise<Pools> | undefined;

  constructor(options: PostgresDatabaseOptions) {
    const { url, passwordFile, name = 'PostgreSQL' } = options;
    this.name = name;
    this.#options = {
      maxConnections: options.maxConnections ?? 5,
      maxWaiting: options.maxWaiting ?? 100,
      connectTimeoutMs: options.connectTimeoutMs ?? 3_000,
      timeoutMs: options.timeoutMs ?? 5_000,
    };
    checkNumbers(name, this.#options);
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
      throw new SourceError(
        'invalid-option',
        `${name}: the URL must begin with postgres:// (it is not shown here)`,
      );
    this.#url = url;
    this.#readPassword = passwordFile === undefined ? undefined : () => readPassword(passwordFile, name);
  }

  async read<T>(work: (session: SqlSession) => Promise<T>, { signal }: { signal: AbortSignal }): Promise<T> {
    signal.throwIfAborted();
    try {
      const pools = await (this.#pools ??= this.#open());
      const turn = await this.#begin(pools, signal);
      return await turn.run(work);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toSourceError(error, this.name);
    }
  }

  async close(): Promise<void> {
    const pools = this.#pools;
    this.#pools = undefined;
    const opened = await pools?.catch(() => undefined);
    await Promise.all([opened?.readers.end(), opened?.control.end()]);
  }

  async #open(): Promise<Pools> {
    try {
      const module = (await importDriver('pg')) as { default: PgDriver };
      return {
        readers: this.#pool(module.default, this.#options.maxConnections),
        control: this.#pool(module.default, 1),
      };
    } catch (error) {
      this.#pools = undefined;
      throw error;
    }
  }

  #pool({ Pool, Client }: PgDriver, max: number): PgPool {
    const readPassword = this.#readPassword;
    const pool = new Pool({
      connectionString: this.#url,
      Client:
        readPassword === undefined
          ? Client
          : class extends Client {
              // Said here, because an address without a password counts as one with an empty one.
              override password: unknown = readPassword;
            },
      max,
      connectionTimeoutMillis: this.#options.connectTimeoutMs,
      idleTimeoutMillis: idleMs,
      // A process with nothing else to do may end without closing it.
      allowExitOnIdle: true,
      application_name: 'mcp-typeahead',
      keepAlive: true,
    });
    // The pool has already dropped the idle connection that was lost; without a listener the process would end.
    pool.on('error', () => undefined);
    return pool;
  }

  /** A connection that died while idle is found out by its first query. As many may have died as there are. */
  async #begin(pools: Pools, signal: AbortSignal): Promise<Turn> {
    for (let left = this.#options.maxConnections; ; left -= 1) {
      try {
        return await this.#tryBegin(pools, signal);
      } catch (error) {
        if (signal.aborted || left === 0 || !(error instanceof LostAtStart)) throw error;
      }
    }
  }

  async #tryBegin({ readers, control }: Pools, signal: AbortSignal): Promise<Turn> {
    const { maxWaiting, timeoutMs } = this.#options;
    const busy = (): SourceError => new SourceError('busy', `${this.name}: all connections are in use`);
    if (readers.waitingCount >= maxWaiting) throw busy();
    let client: PgClient;
    try {
      client = await readers.connect();
    } catch (error) {
      // The pool's own words for a wait that took too long: there is no code.
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) throw busy();
      throw error;
    }
    if (signal.aborted) {
      client.release(false);
      throw signal.reason;
    }
    const turn = new Turn(client, control, signal);
    await turn.begin(timeoutMs);
    return turn;
  }
}

interface Pools {
  readonly readers: PgPool;
  /** For ending queries: these may have taken all the other connections. */
  readonly control: PgPool;
}

class LostAtStart extends Error {
  readonly code: string;
  constructor(cause: unknown) {
    super('connection terminated', { cause });
    this.code = codeOf(cause);
  }
}

/** One transaction on one connection, which goes back to the pool at its end. */
class Turn {
  readonly #client: PgClient;
  readonly #control: PgPool;
  readonly #signal: AbortSignal;
  /** Of the process on the server: a pooler in between makes up its own. */
  #pid = 0;
  #cancelling: Promise<unknown> | undefined;
  #isBroken = false;

  constructor(client: PgClient, control: PgPool, signal: AbortSignal) {
    this.#client = client;
    this.#control = control;
    this.#signal = signal;
    client.on('error', this.#onError);
  }

  async begin(timeoutMs: number): Promise<void> {
    try {
      // One message, one round trip. LOCAL: what a pooler hands to others afterwards is as it was.
      const results = await this.#client.query(
        `BEGIN READ ONLY; SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}; SELECT pg_backend_pid() AS pid`,
      );
      this.#pid = Number((results as PgResult[]).at(-1)?.rows[0]?.['pid']);
    } catch (error) {
      this.#isBroken = true;
      this.#release();
      throw isConnectionLost(error) ? new LostAtStart(error) : error;
    }
  }

  async run<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    this.#signal.addEventListener('abort', this.#onAbort);
    if (this.#signal.aborted) this.#onAbort();
    try {
      return await work({
        rows: async ({ text, parameters }, maxRows) => {
          this.#signal.throwIfAborted();
          const statement = toPositional(text, 'postgres');
          const values = statement.names.map((name) => parameters[name] ?? null);
          const { rows } = (await this.#client.query({ text: statement.text, values })) as PgResult;
          return rows.slice(0, maxRows);
        },
      });
    } catch (error) {
      this.#isBroken ||= isConnectionLost(error);
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', this.#onAbort);
      await this.#end();
    }
  }

  readonly #onError = (): void => {
    this.#isBroken = true;
  };

  readonly #onAbort = (): void => {
    const statement = { text: 'SELECT pg_cancel_backend($1)', values: [this.#pid] };
    this.#cancelling = this.#control.query(statement).catch(() => {
      // The server's own limit ends the query; this connection is of no use until then.
      this.#isBroken = true;
    });
  };

  /** Waits for a cancellation that is under way: it must not hit whoever has this connection next. */
  async #end(): Promise<void> {
    await this.#cancelling;
    if (!this.#isBroken) {
      try {
        await this.#client.query('ROLLBACK');
      } catch {
        this.#isBroken = true;
      }
    }
    this.#release();
  }

  #release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#isBroken);
  }
}

async function readPassword(file: string, name: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new SourceError('unreadable', `${name}: the password file ${file} cannot be read`, { cause });
  }
}

function checkNumbers(name: string, options: Readonly<Record<string, number>>): void {
  for (const [option, value] of Object.entries(options)) {
    if (!Number.isFinite(value) || value < (option === 'maxWaiting' ? 0 : 1))
      throw new SourceError('invalid-option', `${name}: ${option} must be a number, 1 or more`);
  }
}
