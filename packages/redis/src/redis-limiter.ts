import type { Clock, LimitDecision, Limiter, Rate } from '@mcp-typeahead/server';
import { evaluate } from './evaluate.js';
import type { RedisConnection } from './redis-connection.js';
import { digest } from './redis-key.js';

/**
 * The token bucket of `MemoryLimiter`, by the server's clock, so that the clocks of replicas need not agree. Numbers are written with all their digits:
 * whoever comes back when told is not to be refused for the last one. A bucket that has had the time to fill up may go.
 */
const take = `
local perSecond, burst, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'filledAt')
local tokens = tonumber(bucket[1]) or burst
local filledAt = tonumber(bucket[2]) or now
tokens = math.min(burst, tokens + math.max(0, now - filledAt) / 1000 * perSecond)
local retryAfterMs = 0
if tokens >= 1 then
  tokens = tokens - 1
else
  retryAfterMs = math.ceil((1 - tokens) / perSecond * 1000)
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.17g', tokens), 'filledAt', string.format('%.17g', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(math.max(60000, burst / perSecond * 1000)))
return retryAfterMs
`;

/** Token buckets that all replicas share. One round trip each. Put a `ResilientLimiter` in front of it. */
export class RedisLimiter implements Limiter {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #clock: Clock | undefined;

  constructor(connection: RedisConnection, prefix: string, clock?: Clock) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#clock = clock;
  }

  async take(key: string, { perSecond, burst }: Rate): Promise<LimitDecision> {
    const now = this.#clock === undefined ? '' : String(this.#clock.now());
    const retryAfterMs = Number(
      await this.#connection.run((redis) =>
        evaluate(redis, take, [`${this.#prefix}limit:${digest(key)}`], [perSecond, burst, now]),
      ),
    );
    return { isAllowed: retryAfterMs === 0, retryAfterMs };
  }
}
