import { describe, expect, test } from 'vitest';
import { extensionKey } from '@mcp-typeahead/protocol';
import { rpcError } from './support/scripted-client.js';
import { setUp } from './support/set-up.js';
import type { SetUp } from './support/set-up.js';

const all = Array.from({ length: 250 }, (_, index) => `item-${String(index).padStart(3, '0')}`);

interface Asked {
  argument: { value: string };
  _meta?: Readonly<Record<string, unknown>>;
}

/** A server that pages by our extension. */
function page({ argument, _meta }: Asked): object {
  const matching = all.filter((value) => value.startsWith(argument.value));
  const { cursor } = (_meta?.[extensionKey] ?? {}) as { cursor?: string };
  const from = Number(cursor ?? 0);
  const next = from + 100;
  const hasMore = next < matching.length;
  return {
    completion: { values: matching.slice(from, next), total: matching.length, hasMore },
    _meta: { [extensionKey]: hasMore ? { nextCursor: String(next) } : {} },
  };
}

/** A client that declares the extension: what has no declaration is not asked for it. */
function paging(answer: (params: Asked, index: number) => unknown): SetUp {
  const all = setUp({ answer });
  Object.assign(all.client, {
    getServerCapabilities: () => ({ completions: {}, extensions: { [extensionKey]: {} } }),
  });
  return all;
}

describe('loadMore', () => {
  test('continues the list page by page, until all of it is there', async () => {
    const { field, client, clock } = paging(page);
    field.open();
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ total: 250, hasMore: true, canLoadMore: true });
    expect(field.getSnapshot().items).toHaveLength(100);
    field.loadMore();
    expect(field.getSnapshot()).toMatchObject({ status: 'ready', isLoadingMore: true, isBusy: false });
    field.loadMore();
    await clock.advance(50);
    expect(field.getSnapshot().items).toHaveLength(200);
    field.loadMore();
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({
      total: 250,
      hasMore: false,
      canLoadMore: false,
      isLoadingMore: false,
    });
    expect(field.getSnapshot().items.map(({ value }) => value)).toEqual(all);
    field.loadMore();
    await clock.advance(50);
    expect(client.requests).toHaveLength(3);
    expect(client.requests[1]?.params._meta?.[extensionKey]).toEqual({ items: true, cursor: '100' });
  });

  test('once all is there, longer texts need the server no more', async () => {
    const { field, client, clock, offered } = paging(page);
    field.open();
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(50);
      field.loadMore();
    }
    field.input('item-24');
    const matching = all.filter((value) => value.startsWith('item-24'));
    expect(offered().slice(0, matching.length)).toEqual(matching);
    expect(client.requests).toHaveLength(3);
  });

  test('what was loaded comes back from the cache', async () => {
    const { field, client, clock } = paging(page);
    field.open();
    await clock.advance(50);
    field.loadMore();
    await clock.advance(50);
    field.close();
    field.open();
    expect(field.getSnapshot().items).toHaveLength(200);
    expect(client.requests).toHaveLength(2);
  });

  test('is given up when another key comes, and its page is dropped', async () => {
    const { field, client, clock, offered } = paging(page);
    field.open();
    await clock.advance(500);
    field.loadMore();
    field.input('item-1');
    await clock.advance(500);
    expect(client.requests[1]?.isAborted).toBe(true);
    expect(offered()).toEqual(all.filter((value) => value.startsWith('item-1')).slice(0, 100));
  });

  test('that fails leaves the list as it is and can be tried again', async () => {
    const { field, clock } = paging((params, index) => (index === 1 ? rpcError(-32_602) : page(params)));
    field.open();
    await clock.advance(50);
    field.loadMore();
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({
      status: 'ready',
      isLoadingMore: false,
      error: { code: 'refused' },
    });
    expect(field.getSnapshot().items).toHaveLength(100);
    field.loadMore();
    await clock.advance(50);
    expect(field.getSnapshot().items).toHaveLength(200);
    expect(field.getSnapshot().error).toBeUndefined();
  });

  test('does nothing with a server that cannot page: the field knows that there is more', async () => {
    const { field, client, clock } = setUp({
      answer: () => ({ completion: { values: all.slice(0, 100), total: 250, hasMore: true } }),
    });
    field.open();
    await clock.advance(50);
    expect(field.getSnapshot()).toMatchObject({ total: 250, hasMore: true, canLoadMore: false });
    field.loadMore();
    await clock.advance(50);
    expect(client.requests).toHaveLength(1);
    expect(client.requests[0]?.params._meta).toBeUndefined();
  });

  test('thousands are loaded, each once', async () => {
    const { field, clock } = paging(({ _meta }) => {
      const from = Number(((_meta?.[extensionKey] ?? {}) as { cursor?: string }).cursor ?? 0);
      const values = Array.from({ length: 100 }, (_, index) => `value-${from + index}`);
      const nextCursor = from + 100 < 4_000 ? { nextCursor: String(from + 100) } : {};
      return {
        completion: { values, total: 4_000, hasMore: from + 100 < 4_000 },
        _meta: { [extensionKey]: nextCursor },
      };
    });
    field.open();
    await clock.advance(50);
    while (field.getSnapshot().canLoadMore) {
      field.loadMore();
      await clock.advance(50);
    }
    expect(field.getSnapshot().items).toHaveLength(4_000);
  });
});
