import type { Cache, Disclosure, Limiter } from '@mcp-typeahead/server';
import { RedisCache } from './redis-cache.js';
import { RedisConnection } from './redis-connection.js';
import { RedisDisclosure } from './redis-disclosure.js';
import { RedisEventBus } from './redis-event-bus.js';
import { RedisLimiter } from './redis-limiter.js';
import type { RedisStoreOptions } from './redis-store-options.js';
import { resolveOptions } from './redis-store-options.js';

/** What replicas share. */
export interface RedisStore {
  readonly limiter: Limiter;
  readonly cache: Cache;
  readonly disclosure: Disclosure;
  readonly bus: RedisEventBus;
  /** @throws {RedisStoreError} unavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * State in Redis 7 or Valkey, over two connections: one for commands, one for events. Neither is opened before it is needed.
 * @throws {RedisStoreError} invalid-option, at construction
 */
export function createRedisStore(options: RedisStoreOptions): RedisStore {
  const resolved = resolveOptions(options);
  const connection = new RedisConnection(resolved);
  const bus = new RedisEventBus(connection, resolved);
  return {
    limiter: new RedisLimiter(connection, resolved.prefix, resolved.clock),
    cache: new RedisCache(connection, resolved),
    disclosure: new RedisDisclosure(connection, resolved.prefix),
    bus,
    ping: async () => void (await connection.run((redis) => redis.ping())),
    close: async () => void (await Promise.all([bus.close(), connection.close()])),
  };
}
