import { readFile } from 'node:fs/promises';
import type { Clock } from '@mcp-typeahead/server';
import { systemClock } from '@mcp-typeahead/server';
import { Redis } from 'ioredis';
import { RedisStoreError } from './redis-store-error.js';
import type { ResolvedRedisStoreOptions } from './redis-store-options.js';

/**
 * One connection for commands, opened by the first of them. Nothing is queued while there is none, and after a failure commands fail at once
 * for `retryMs`: whoever has something else to fall back on does so without waiting.
 */
export class RedisConnection {
  readonly #options: ResolvedRedisStoreOptions;
  readonly #clock: Clock;
  #opening: Promise<Redis> | undefined;
  #isFailing = false;
  #retryAt = 0;

  constructor(options: ResolvedRedisStoreOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** @throws {RedisStoreError} unavailable, command-failed */
  async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.#isFailing && this.#clock.now() < this.#retryAt)
      throw new RedisStoreError('unavailable', 'Redis has just failed and is left alone for a moment');
    // One tries; the others go on failing until it has succeeded.
    if (this.#isFailing) this.#retryAt = this.#clock.now() + this.#options.retryMs;
    const opening = (this.#opening ??= this.#open());
    try {
      const result = await command(await opening);
      this.#succeed();
      return result;
    } catch (error) {
      throw this.#fail(error, opening);
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    const redis = await opening?.catch(() => undefined);
    redis?.disconnect();
  }

  async #open(): Promise<Redis> {
    const redis = await openRedis(this.#options, { waitsForConnection: false });
    // Why there is no connection is told by an event; the promise only says that there is none.
    let reason: unknown;
    redis.on('error', (error) => (reason ??= error));
    try {
      await redis.connect();
      return redis;
    } catch (error) {
      redis.disconnect();
      throw reason ?? error;
    }
  }

  #succeed(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#options.onHealth?.(undefined);
  }

  #fail(error: unknown, opening: Promise<Redis>): RedisStoreError {
    const isReply = error instanceof Error && error.name === 'ReplyError';
    // The reply may quote a command with its keys and values.
    if (isReply && !/^(LOADING|READONLY|MASTERDOWN|OOM|NOAUTH|WRONGPASS|NOPERM|ERR max)/.test(error.message))
      return new RedisStoreError('command-failed', 'Redis refused a command');
    const known = toStoreError(error);
    this.#retryAt = this.#clock.now() + this.#options.retryMs;
    // Made anew by the next try, with the password of that time.
    if (this.#opening === opening) void this.close();
    if (this.#isFailing) return known;
    this.#isFailing = true;
    this.#options.onHealth?.(known);
    return known;
  }
}

/** A client that is not connected yet. Either it connects again and again, and its commands wait for that; or they fail at once. */
export async function openRedis(
  { url, passwordFile, connectTimeoutMs, commandTimeoutMs }: ResolvedRedisStoreOptions,
  { waitsForConnection }: { waitsForConnection: boolean },
): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    keepAlive: 10_000,
    ...(waitsForConnection
      ? { maxRetriesPerRequest: null, retryStrategy: (times: number) => Math.min(2_000, 50 * 2 ** times) }
      : {
          enableOfflineQueue: false,
          commandTimeout: commandTimeoutMs,
          maxRetriesPerRequest: 0,
          retryStrategy: () => null,
        }),
    connectionName: 'mcp-typeahead',
    ...(passwordFile === undefined ? {} : { password: await readPassword(passwordFile) }),
  });
  // Commands tell of their failures themselves; without a listener the client writes to the console.
  redis.on('error', () => undefined);
  return redis;
}

async function readPassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new RedisStoreError('unavailable', `the password file ${file} cannot be read`, { cause });
  }
}

function toStoreError(error: unknown): RedisStoreError {
  if (error instanceof RedisStoreError) return error;
  const { code, name, message } = (error ?? {}) as { code?: unknown; name?: unknown; message?: unknown };
  const [word = ''] = name === 'ReplyError' && typeof message === 'string' ? message.split(' ') : [];
  const told = typeof code === 'string' ? code : word;
  return new RedisStoreError('unavailable', `Redis does not answer${told === '' ? '' : ` (${told})`}`);
}
