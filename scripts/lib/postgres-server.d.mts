/** A PostgreSQL server of one's own, empty, on 127.0.0.1. */
export interface TestPostgres {
  /** Of the database `postgres`, as its owner. */
  readonly url: string;
  readonly port: number;
  /** As by `kill -9` on the server and all that it has started: connections break at once. */
  kill(): Promise<void>;
  /** Ends it, if it runs, and starts it again on the same port, with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** @param settings such as `shared_buffers=1GB` */
export function startPostgres(settings?: readonly string[]): Promise<TestPostgres>;
