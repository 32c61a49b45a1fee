/** As much of pg as is used. */
export interface PgClient {
  query(statement: string | { text: string; values: unknown[] }): Promise<PgResult | PgResult[]>;
  release(isBroken: boolean): void;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

export interface PgResult {
  rows: Record<string, unknown>[];
}

export interface PgPool {
  readonly waitingCount: number;
  connect(): Promise<PgClient>;
  query(statement: { text: string; values: unknown[] }): Promise<PgResult>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
}

export interface PgPoolOptions {
  connectionString?: string | undefined;
  Client: new (options: object) => { password: unknown };
  max: number;
  connectionTimeoutMillis: number;
  idleTimeoutMillis: number;
  allowExitOnIdle: boolean;
  application_name: string;
  keepAlive: boolean;
}

export interface PgDriver {
  Client: new (options: object) => { password: unknown };
  Pool: new (options: PgPoolOptions) => PgPool;
}
