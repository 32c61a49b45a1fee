/** A Redis or Valkey server of one's own, empty, on 127.0.0.1. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** As by `kill -9`: connections break at once. What was stored is lost. */
  kill(): Promise<void>;
  /** Ends it, if it runs, and starts it again, empty, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param settings such as `--maxmemory`, `64mb` */
export function startRedis(settings?: readonly string[]): Promise<TestRedis>;
