export type { TestRedis } from '../../scripts/lib/redis-server.mjs';
export { startRedis } from '../../scripts/lib/redis-server.mjs';
