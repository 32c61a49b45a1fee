export type { RedisStore } from './create-redis-store.js';
export { createRedisStore } from './create-redis-store.js';
export type { RedisEventBus, SharedEvent } from './redis-event-bus.js';
export type { RedisStoreErrorCode } from './redis-store-error.js';
export { RedisStoreError } from './redis-store-error.js';
export type { RedisStoreOptions } from './redis-store-options.js';
