import { describe, expect, test } from 'vitest';
import { metaKeys, type JsonRpcMessage, type JsonRpcRequest } from '@mcp-typeahead/protocol';
import { createExchangeTable, type Exchange } from '../../src/upstream/exchange-table.js';

const exchange = (id: string | number): Exchange => ({ id, deliver: () => {} });
const request = (id: string | number, method: string, params?: object): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const notification = (method: string, params: object): JsonRpcMessage => ({ jsonrpc: '2.0', method, params });

test('two clients’ id 1, and one’s "1", become three numbers, and answers find their way back', () => {
  const table = createExchangeTable();
  const ids = [1, 1, '1'].map((id) => ({ id, exchange: exchange(id) }));
  const sent = ids.map(({ id, exchange: made }) => table.toUpstream(request(id, 'x', { a: id }), made));
  expect(sent.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(sent.map(({ params }) => params)).toEqual([{ a: 1 }, { a: 1 }, { a: '1' }]);
  const back = table.fromUpstream({ jsonrpc: '2.0', id: 3, result: { ok: true } });
  expect(back?.exchange).toBe(ids[2]?.exchange);
  expect(back?.message).toEqual({ jsonrpc: '2.0', id: '1', result: { ok: true } });
  expect(table.fromUpstream({ jsonrpc: '2.0', id: 3, result: {} })).toBeUndefined();
});

test('progress goes to the request that asked for it, with its own token, until it is answered', () => {
  const table = createExchangeTable();
  const [one, two] = [exchange('a'), exchange('b')];
  const first = table.toUpstream(request('a', 'tools/call', { _meta: { progressToken: 'same', x: 1 } }), one);
  const second = table.toUpstream(request('b', 'tools/call', { _meta: { progressToken: 'same' } }), two);
  expect(first.params).toEqual({ _meta: { progressToken: 1, x: 1 } });
  const progress = notification('notifications/progress', {
    progressToken: second.id,
    progress: 1,
    future: 1,
  });
  expect(table.fromUpstream(progress)).toEqual({
    exchange: two,
    message: notification('notifications/progress', { progressToken: 'same', progress: 1, future: 1 }),
  });
  table.fromUpstream({ jsonrpc: '2.0', id: second.id, result: {} });
  expect(table.fromUpstream(progress)).toBeUndefined();
});

const tagged = (subscription: unknown): object => ({
  _meta: { [metaKeys.subscriptionId]: subscription, y: 2 },
});

describe('a subscription', () => {
  const table = createExchangeTable();
  const listener = exchange('listen');
  const { id } = table.toUpstream(request('listen', 'subscriptions/listen', { notifications: {} }), listener);

  test('brings what is tagged with its id, which is put back', () => {
    expect(table.fromUpstream(notification('notifications/tools/list_changed', tagged(id)))).toEqual({
      exchange: listener,
      message: notification('notifications/tools/list_changed', tagged('listen')),
    });
    expect(table.fromUpstream(notification('notifications/tools/list_changed', tagged(99)))).toBeUndefined();
  });

  test('does not bring what bears no tag', () => {
    expect(table.fromUpstream(notification('notifications/tools/list_changed', {}))).toBeUndefined();
  });

  test('ends with its id in the result too', () => {
    expect(
      table.fromUpstream({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...tagged(id) } }),
    ).toEqual({
      exchange: listener,
      message: { jsonrpc: '2.0', id: 'listen', result: { resultType: 'complete', ...tagged('listen') } },
    });
  });

  test('may be ended by the server with a cancellation', () => {
    const other = exchange('other');
    const sent = table.toUpstream(request('other', 'subscriptions/listen'), other);
    expect(
      table.fromUpstream(notification('notifications/cancelled', { requestId: sent.id, reason: 'bye' })),
    ).toEqual({
      exchange: other,
      message: notification('notifications/cancelled', { requestId: 'other', reason: 'bye' }),
    });
  });
});

describe('a log message, which bears no mark on stdio', () => {
  const log = notification('notifications/message', { level: 'info', data: 'x' });
  const wantsLogs = { _meta: { [metaKeys.logLevel]: 'info' } };

  test('goes to the only open request that wants logs', () => {
    const table = createExchangeTable();
    const wanting = exchange(2);
    table.toUpstream(request(1, 'tools/call'), exchange(1));
    table.toUpstream(request(2, 'tools/call', wantsLogs), wanting);
    expect(table.fromUpstream(log)).toEqual({ exchange: wanting, message: log });
  });

  test('is dropped where two might have caused it', () => {
    const table = createExchangeTable();
    table.toUpstream(request(1, 'tools/call', wantsLogs), exchange(1));
    table.toUpstream(request(2, 'tools/call', wantsLogs), exchange(2));
    expect(table.fromUpstream(log)).toBeUndefined();
  });

  test('goes where the HTTP response that brought it goes', () => {
    const table = createExchangeTable();
    table.toUpstream(request(1, 'tools/call', wantsLogs), exchange(1));
    const second = exchange(2);
    const { id } = table.toUpstream(request(2, 'tools/call', wantsLogs), second);
    expect(table.fromUpstream(log, id)).toEqual({ exchange: second, message: log });
  });
});

test('what is forgotten gets nothing more', () => {
  const table = createExchangeTable();
  const [one, two] = [exchange(1), exchange(2)];
  table.toUpstream(request(1, 'x'), one);
  table.toUpstream(request(2, 'x'), two);
  expect(table.remove(one)).toBe(1);
  expect(table.remove(one)).toBeUndefined();
  expect(table.fromUpstream({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined();
  expect(table.clear()).toEqual([two]);
  expect(table.clear()).toEqual([]);
});

const unread = (code: number): JsonRpcMessage => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message: 'no' },
});

test('an error without an id, for a request that could not be read, is about the only request that there is', () => {
  const table = createExchangeTable();
  const [one, two] = [exchange('a'), exchange('b')];
  table.toUpstream(request('a', 'x'), one);
  // This one may be about a notification.
  expect(table.fromUpstream(unread(-32601))).toBeUndefined();
  table.toUpstream(request('b', 'x'), two);
  expect(table.fromUpstream(unread(-32600))).toBeUndefined();
  table.remove(two);
  expect(table.fromUpstream(unread(-32600))).toEqual({
    exchange: one,
    message: { ...unread(-32600), id: 'a' },
  });
});
