import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { createCompletions, lookup, ResilientLimiter } from '@mcp-typeahead/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestRedis } from '../../../test/support/redis.js';
import { startRedis } from '../../../test/support/redis.js';
import { createFakeClock } from '../../server/test/support/fake-clock.js';
import type { RedisStore, RedisStoreError, RedisStoreOptions, SharedEvent } from '../src/index.js';
import { createRedisStore } from '../src/index.js';

const patient = { timeout: 20_000 };
const rate = { perSecond: 1, burst: 2 };

describe('a Redis that is not well', () => {
  let server: TestRedis;
  const stores: RedisStore[] = [];
  const open = (options: Partial<RedisStoreOptions> = {}): RedisStore => {
    const store = createRedisStore({
      url: server.url,
      commandTimeoutMs: 20_000,
      connectTimeoutMs: 20_000,
      ...options,
    });
    stores.push(store);
    return store;
  };
  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });
  afterAll(() => server.close());

  it('is left alone for a moment after it was killed, and used again when it is back', async () => {
    const clock = createFakeClock();
    const health: (string | undefined)[] = [];
    const store = open({ clock, retryMs: 1_000, onHealth: (error) => health.push(error?.code) });
    expect((await store.limiter.take('ada', rate)).isAllowed).toBe(true);
    await server.kill();
    for (let round = 0; round < 5; round += 1) {
      await expect(store.limiter.take('ada', rate)).rejects.toMatchObject({ code: 'unavailable' });
    }
    await server.restart();
    await expect(store.limiter.take('ada', rate)).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(1_000);
    expect((await store.limiter.take('ada', rate)).isAllowed).toBe(true);
    expect(health).toEqual(['unavailable', undefined]);
  });

  it('is told of its scripts again after a restart', async () => {
    const store = open();
    await store.limiter.take('ada', rate);
    await server.restart();
    await expect(store.limiter.take('ada', rate)).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
    const again = open();
    expect((await again.limiter.take('ada', rate)).isAllowed).toBe(true);
  });

  it('tells listeners that anything may have changed, after a gap', async () => {
    const store = open();
    const heard: SharedEvent[] = [];
    store.bus.subscribe((event) => heard.push(event));
    await store.bus.ready();
    await server.restart();
    await vi.waitFor(() => expect(heard.map(({ kind }) => kind)).toContain('prompts_list_changed'), patient);
    const other = open();
    await vi.waitFor(async () => {
      other.bus.publish({ kind: 'after' });
      await other.ping();
      expect(heard.map(({ kind }) => kind)).toContain('after');
    }, patient);
  });

  it('may come up after those who listen', async () => {
    await server.kill();
    const store = open();
    const heard: SharedEvent[] = [];
    store.bus.subscribe((event) => heard.push(event));
    await server.restart();
    await store.bus.ready();
    const other = open();
    await vi.waitFor(async () => {
      other.bus.publish({ kind: 'late' });
      await other.ping();
      expect(heard.map(({ kind }) => kind)).toContain('late');
    }, patient);
  });

  it('closes while it is not there', async () => {
    await server.kill();
    const store = open();
    store.bus.subscribe(() => undefined);
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
    await server.restart();
  });

  it('takes completions no further down than a source without a cache', async () => {
    const store = open();
    const failed: unknown[] = [];
    const completions = createCompletions({
      prompts: { p: { a: lookup(({ value }) => [`${value}!`]) } },
      policy: { cache: store.cache, limiter: new ResilientLimiter(store.limiter, { timeoutMs: 20_000 }) },
      onError: (error) => failed.push(error),
    });
    const complete = async (value: string): Promise<readonly string[]> => {
      const params = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value } };
      return (await completions.complete({ params, era: 'legacy', principal: { id: 'ada' } })).completion
        .values;
    };
    expect(await complete('a')).toEqual(['a!']);
    await server.kill();
    expect(await complete('b')).toEqual(['b!']);
    expect(inspect(failed, { depth: 9 })).not.toContain('b!');
    await server.restart();
  });

  it('refuses a password, and the error shows neither it nor the address', async () => {
    const url = server.url.replace('redis://', 'redis://somebody:secret@');
    const store = open({ url });
    const error = (await store.ping().catch((reason: unknown) => reason)) as RedisStoreError;
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('WRONGPASS') });
    expect(inspect(error, { depth: 9 })).not.toMatch(/secret|somebody/);
    expect(() => createRedisStore({ url: 'http://u:secret@h' })).toThrow(/redis:\/\//);
    expect(() => createRedisStore({ url: 'http://u:secret@h' })).not.toThrow(/secret/);
    expect(() => createRedisStore({ url: server.url, retryMs: 0 })).toThrow(/retryMs/);
  });
});

describe('something at the address that never answers', () => {
  it('is waited for no longer than was said', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).resume();
      socket.once('close', () => sockets.delete(socket));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const store = createRedisStore({
      url: `redis://127.0.0.1:${port}`,
      connectTimeoutMs: 100,
      commandTimeoutMs: 100,
    });
    await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.limiter.take('ada', rate)).rejects.toMatchObject({ code: 'unavailable' });
    await store.close();
    await vi.waitFor(() => expect(sockets.size).toBe(0), patient);
    silent.close();
  });
});
