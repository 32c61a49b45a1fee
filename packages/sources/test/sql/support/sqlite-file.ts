import { importDriver } from '../../../src/sql/import-driver.js';

/** A connection that may write. */
export interface SqliteWriter {
  exec(text: string): unknown;
  prepare(text: string): {
    run(...parameters: unknown[]): unknown;
    all(...parameters: unknown[]): Record<string, unknown>[];
    iterate(...parameters: unknown[]): IterableIterator<unknown>;
  };
  transaction(work: () => void): () => void;
  close(): unknown;
}

export async function openSqliteWriter(file: string): Promise<SqliteWriter> {
  const driver = (await importDriver('better-sqlite3')) as { default: new (file: string) => SqliteWriter };
  return new driver.default(file);
}
