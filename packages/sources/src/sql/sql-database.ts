/** What may be bound to a parameter. */
export type SqlValue = string | number | boolean | null;

/** A statement whose values are bound to `:name`, never written into it. */
export interface SqlStatement {
  readonly text: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** One reader's turn. */
export interface SqlSession {
  /**
   * Reads `maxRows` rows at most, then lets the cursor go.
   * @throws {SourceError} query-failed, timeout, unreachable
   */
  rows(statement: SqlStatement, maxRows: number): Promise<readonly SqlRow[]>;
}

/**
 * A database that sources read. Opened at the first reading and again after it was lost; several sources share one. Make it with
 * `sqliteDatabase`, `pgliteDatabase` or `postgresDatabase`.
 */
export interface SqlDatabase {
  /** Which SQL it speaks. */
  readonly dialect: 'sqlite' | 'postgres';
  /** What messages call it. */
  readonly name: string;
  /**
   * Gives `work` a session until it settles. Nothing can be written in it.
   * @throws {SourceError} driver-missing, not-found, unreachable, access-denied, busy, timeout, query-failed; or the reason of `signal`
   */
  read<T>(work: (session: SqlSession) => Promise<T>, options: { signal: AbortSignal }): Promise<T>;
  /** Lets go of connections and files. A later reading opens them again. */
  close(): Promise<void>;
}
