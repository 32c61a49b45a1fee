import { describe, expect, it } from 'vitest';
import { parseMessages } from '../src/index.js';

const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
const result = { jsonrpc: '2.0', id: 'a', result: null };
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('parseMessages', () => {
  it.each([
    ['a request', request],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a result that is null', result],
    ['an error without an id', { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } }],
    [
      'an error with the id null',
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    ],
    ['fields that no specification knows', { ...request, extra: 1 }],
  ])('takes %s as it is', (_, message) => {
    expect(parseMessages(JSON.stringify(message))).toEqual({ messages: [message], hasJunk: false });
  });

  it('takes what nests a thousand levels deep, the brackets of the message included', () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":${deep(999)}}`;
    expect(JSON.stringify(parseMessages(text))).toBe(`{"messages":[${text}],"hasJunk":false}`);
  });

  it('gives an error in place of a response that nests too deep to be written again', () => {
    for (const levels of [1_000, 1_000_000]) {
      const { messages, hasJunk } = parseMessages(`{"jsonrpc":"2.0","id":"a","result":${deep(levels)}}`);
      expect(hasJunk).toBe(true);
      expect(messages).toMatchObject([{ id: 'a', error: { code: -32603 } }]);
    }
  });

  it.each([
    ['a request', `{"jsonrpc":"2.0","id":1,"method":"x","params":${deep(100_000)}}`],
    ['a notification', `{"jsonrpc":"2.0","method":"x","params":${deep(100_000)}}`],
    ['something else', deep(100_000)],
    ['no JSON', '['.repeat(100_000)],
  ])('drops %s that nests too deep', (_, text) => {
    expect(parseMessages(text)).toEqual({ messages: [], hasJunk: true });
  });

  it('takes a batch apart, in order', () => {
    expect(parseMessages(JSON.stringify([request, result]))).toEqual({
      messages: [request, result],
      hasJunk: false,
    });
  });

  it('takes the messages out of a batch that holds something else too, and says so', () => {
    expect(parseMessages(JSON.stringify([request, 42, null]))).toEqual({
      messages: [request],
      hasJunk: true,
    });
  });

  it('reads past a byte order mark', () => {
    expect(parseMessages(`\ufeff${JSON.stringify(request)}`).messages).toEqual([request]);
  });

  it.each([
    '',
    ' ',
    'Server listening on 3000',
    '{"level":"info","msg":"up"}',
    'null',
    '[]',
    '42',
    '"text"',
    '{"jsonrpc":"1.0","id":1,"method":"x"}',
    '{"id":1,"result":{}}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":null}',
    '{"jsonrpc":"2.0","id":1,"error":"text"}',
    '[[{"jsonrpc":"2.0","id":1,"method":"x"}]]',
    '{"__proto__":{"jsonrpc":"2.0","method":"x"}}',
  ])('calls %j junk', (text) => {
    expect(parseMessages(text)).toEqual({ messages: [], hasJunk: true });
  });
});
