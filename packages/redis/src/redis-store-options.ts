import type { Clock } from '@mcp-typeahead/server';
import { RedisStoreError } from './redis-store-error.js';

/** Where Redis or Valkey is, and how long it may take. */
export interface RedisStoreOptions {
  /** `redis://user@host:6379/0`, `rediss://` with TLS. Take it from the environment: it may hold a password. Never shown. */
  url: string;
  /** A file with the password, read when a connection is made. The URL then has none. */
  passwordFile?: string;
  /** In front of every key. Replicas that share state have the same. @default 'mcp-typeahead:' */
  prefix?: string;
  /** Longest wait for a connection. @default 1_000 */
  connectTimeoutMs?: number;
  /** Longest wait for an answer. @default 500 */
  commandTimeoutMs?: number;
  /** How long Redis is left alone after it has failed: commands fail at once meanwhile. @default 1_000 */
  retryMs?: number;
  /** How long an answer is kept that nobody asks for. @default 600_000 */
  keepMs?: number;
  /** A greater answer is not shared: its process loads it again when it needs it. @default 1_048_576 */
  maxBytes?: number;
  /** Told once when Redis begins to fail, and with undefined once when it answers again. */
  onHealth?: (error: RedisStoreError | undefined) => void;
  /** @default the system's, for health; the server's own, for limits */
  clock?: Clock;
}

export type ResolvedRedisStoreOptions = Required<
  Omit<RedisStoreOptions, 'passwordFile' | 'onHealth' | 'clock'>
> &
  Pick<RedisStoreOptions, 'passwordFile' | 'onHealth' | 'clock'>;

/** @throws {RedisStoreError} invalid-option */
export function resolveOptions(options: RedisStoreOptions): ResolvedRedisStoreOptions {
  if (!/^rediss?:\/\//.test(options.url))
    throw new RedisStoreError(
      'invalid-option',
      'the URL must begin with redis:// or rediss:// (it is not shown here)',
    );
  const resolved = {
    prefix: 'mcp-typeahead:',
    connectTimeoutMs: 1_000,
    commandTimeoutMs: 500,
    retryMs: 1_000,
    keepMs: 600_000,
    maxBytes: 1_048_576,
    ...options,
  };
  for (const name of ['connectTimeoutMs', 'commandTimeoutMs', 'retryMs', 'keepMs', 'maxBytes'] as const) {
    if (!(resolved[name] >= 1))
      throw new RedisStoreError('invalid-option', `${name} must be a number, 1 or more`);
  }
  return resolved;
}
