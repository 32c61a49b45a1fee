import type { Cache, CacheEntry } from '@mcp-typeahead/server';
import type { RedisConnection } from './redis-connection.js';
import { digest } from './redis-key.js';

export interface RedisCacheOptions {
  prefix: string;
  keepMs: number;
  maxBytes: number;
}

/** Answers that all replicas share. One that is too great to be shared, or that is unreadable, is not there. */
export class RedisCache implements Cache {
  readonly #connection: RedisConnection;
  readonly #options: RedisCacheOptions;

  constructor(connection: RedisConnection, options: RedisCacheOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const text = await this.#connection.run((redis) => redis.get(this.#name(key)));
    return typeof text === 'string' ? parseEntry(text) : undefined;
  }

  async set(key: string, entry: CacheEntry): Promise<void> {
    const text = JSON.stringify(entry);
    // What stood there before is older than what could not be stored.
    if (Buffer.byteLength(text) > this.#options.maxBytes) return this.delete(key);
    await this.#connection.run((redis) => redis.set(this.#name(key), text, 'PX', this.#options.keepMs));
  }

  async delete(key: string): Promise<void> {
    await this.#connection.run((redis) => redis.del(this.#name(key)));
  }

  #name(key: string): string {
    return `${this.#options.prefix}answer:${digest(key)}`;
  }
}

/** Others may write to the same server, and an older version of this package may have. */
function parseEntry(text: string): CacheEntry | undefined {
  try {
    const { answer, storedAt, sequence, version } = JSON.parse(text) as Partial<CacheEntry>;
    const isEntry =
      Array.isArray(answer?.candidates) && typeof storedAt === 'number' && typeof sequence === 'number';
    if (answer === undefined || !isEntry) return undefined;
    const { candidates, complete, total, dropped } = answer;
    return { answer: { candidates, complete, total, dropped }, storedAt, sequence, version };
  } catch {
    return undefined;
  }
}
