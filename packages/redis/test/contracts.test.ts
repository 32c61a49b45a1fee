import type { LimitDecision } from '@mcp-typeahead/server';
import { MemoryCache, MemoryDisclosure, MemoryLimiter } from '@mcp-typeahead/server';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestRedis } from '../../../test/support/redis.js';
import { startRedis } from '../../../test/support/redis.js';
import { testCache } from '../../server/test/contracts/test-cache.js';
import { testDisclosure } from '../../server/test/contracts/test-disclosure.js';
import { testLimiter } from '../../server/test/contracts/test-limiter.js';
import { createFakeClock } from '../../server/test/support/fake-clock.js';
import type { RedisStore, RedisStoreOptions, SharedEvent } from '../src/index.js';
import { createRedisStore } from '../src/index.js';

let server: TestRedis;
const stores: RedisStore[] = [];
beforeAll(async () => {
  server = await startRedis();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await server.close();
});

let prefixes = 0;
const freshPrefix = (): string => `test-${(prefixes += 1)}:`;
function open(options: Partial<RedisStoreOptions> = {}): RedisStore {
  const store = createRedisStore({
    url: server.url,
    prefix: freshPrefix(),
    commandTimeoutMs: 20_000,
    connectTimeoutMs: 20_000,
    ...options,
  });
  stores.push(store);
  return store;
}

testCache({ name: 'RedisCache', create: () => open().cache });
testCache({ name: 'MemoryCache', create: () => new MemoryCache() });
testDisclosure({ name: 'RedisDisclosure', create: () => open().disclosure });
testDisclosure({ name: 'MemoryDisclosure', create: () => new MemoryDisclosure(createFakeClock()) });
testLimiter({
  name: 'RedisLimiter',
  create: () => {
    const clock = createFakeClock();
    return { limiter: open({ clock }).limiter, advance: (ms) => clock.advance(ms) };
  },
});
testLimiter({
  name: 'MemoryLimiter',
  create: () => {
    const clock = createFakeClock();
    return { limiter: new MemoryLimiter(clock), advance: (ms) => clock.advance(ms) };
  },
});

describe('two replicas on one Redis', () => {
  it('share limits, by the clock of the server', async () => {
    const prefix = freshPrefix();
    const [one, two] = [open({ prefix }), open({ prefix })];
    const rate = { perSecond: 0.001, burst: 4 };
    const decisions = [];
    for (let round = 0; round < 3; round += 1) {
      decisions.push(await one.limiter.take('ada', rate), await two.limiter.take('ada', rate));
    }
    expect(decisions.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, false, false]);
    expect(decisions.at(-1)?.retryAfterMs).toBeGreaterThan(900_000);
  });

  it('share limits exactly, however many ask at once', async () => {
    const prefix = freshPrefix();
    const replicas = [open({ prefix }), open({ prefix })];
    const asked: Promise<LimitDecision>[] = Array.from({ length: 200 }, (_, index) =>
      Promise.resolve(replicas[index % 2]!.limiter.take('ada', { perSecond: 0.001, burst: 50 })),
    );
    const allowed = (await Promise.all(asked)).filter(({ isAllowed }) => isAllowed);
    expect(allowed).toHaveLength(50);
  });

  it('share answers and budgets', async () => {
    const prefix = freshPrefix();
    const [one, two] = [open({ prefix }), open({ prefix })];
    const answer = { candidates: ['a'], complete: true, total: undefined, dropped: 0 };
    await one.cache.set('key', { answer, storedAt: 1, sequence: 1, version: undefined });
    expect((await two.cache.get('key'))?.answer.candidates).toEqual(['a']);
    await one.disclosure.admit('ada', ['a', 'b'], { maxValues: 2, windowMs: 600_000 });
    expect(await two.disclosure.admit('ada', ['c', 'b'], { maxValues: 2, windowMs: 600_000 })).toEqual(['b']);
  });

  it('tell each other what has changed, and themselves once', async () => {
    const prefix = freshPrefix();
    const [one, two] = [open({ prefix }), open({ prefix })];
    const heard: Record<string, SharedEvent[]> = { one: [], two: [], gone: [] };
    one.bus.subscribe((event) => heard['one']!.push(event));
    two.bus.subscribe((event) => heard['two']!.push(event));
    two.bus.subscribe(() => {
      throw new Error('a listener that fails');
    });
    const leave = two.bus.subscribe((event) => heard['gone']!.push(event));
    leave();
    leave();
    await Promise.all([one.bus.ready(), two.bus.ready()]);
    one.bus.publish({ kind: 'prompts_list_changed' });
    expect(heard['one']).toEqual([{ kind: 'prompts_list_changed' }]);
    two.bus.publish({ kind: 'resource_updated', uri: 'repo://x' });
    await vi.waitFor(() => expect(heard['one']).toHaveLength(2), { timeout: 20_000 });
    await vi.waitFor(() => expect(heard['two']).toHaveLength(2), { timeout: 20_000 });
    expect(heard['one']).toEqual([
      { kind: 'prompts_list_changed' },
      { kind: 'resource_updated', uri: 'repo://x' },
    ]);
    expect(heard['gone']).toEqual([]);
  });
});

const entry = (...candidates: string[]) => ({
  answer: { candidates, complete: true, total: undefined, dropped: 0 },
  storedAt: 1,
  sequence: 1,
  version: undefined,
});

describe('what stands in Redis', () => {
  it('names nobody, has no typed text in its keys, and goes by itself', async () => {
    const prefix = freshPrefix();
    const store = open({ prefix });
    const answer = { candidates: [], complete: true, total: undefined, dropped: 0 };
    await store.limiter.take('user:ada', { perSecond: 1, burst: 1 });
    await store.cache.set('typed-text', { answer, storedAt: 1, sequence: 1, version: undefined });
    await store.disclosure.admit('user:ada', ['secret-value'], { maxValues: 2, windowMs: 1_000 });
    const redis = new Redis(server.url);
    const keys = await redis.keys(`${prefix}*`);
    expect(keys).toHaveLength(3);
    expect(keys.join()).not.toMatch(/ada|typed/);
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0);
    const shown = keys.find((key) => key.includes('shown'))!;
    expect((await redis.smembers(shown)).join()).not.toContain('secret');
    redis.disconnect();
  });

  it('is no answer if it is none, or too great', async () => {
    const prefix = freshPrefix();
    const store = open({ prefix, maxBytes: 1_000 });
    await store.cache.set('key', entry('small'));
    const redis = new Redis(server.url);
    const [key] = await redis.keys(`${prefix}*`);
    for (const text of ['{', 'null', '[]', '{"answer":{"candidates":1},"storedAt":1,"sequence":1}']) {
      await redis.set(key!, text);
      expect(await store.cache.get('key')).toBeUndefined();
    }
    await store.cache.set('key', entry('small'));
    await store.cache.set('key', entry('x'.repeat(2_000)));
    expect(await store.cache.get('key')).toBeUndefined();
    redis.disconnect();
  });
});
