import { describe, expect, it } from 'vitest';
import { eraOf, isErrorResponse, isNotification, isRequest, isResponse } from '@mcp-typeahead/protocol';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';

function kindsOf(message: JsonRpcMessage): string[] {
  const kinds = { isRequest, isNotification, isResponse, isErrorResponse };
  return Object.entries(kinds).flatMap(([name, is]) => (is(message) ? [name] : []));
}

describe('JSON-RPC messages', () => {
  it.each<[message: JsonRpcMessage, kinds: string[]]>([
    [{ jsonrpc: '2.0', id: 0, method: 'ping' }, ['isRequest']],
    [{ jsonrpc: '2.0', id: '', method: 'ping', params: null }, ['isRequest']],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }, ['isNotification']],
    [{ jsonrpc: '2.0', id: 1, result: null }, ['isResponse']],
    [
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
      ['isResponse', 'isErrorResponse'],
    ],
  ])('%j is told by its members, not by their values', (message, kinds) => {
    expect(kindsOf(message)).toEqual(kinds);
  });
});

describe('eraOf', () => {
  it.each([
    ['2026-07-28', 'modern'],
    ['2025-11-25', 'legacy'],
    ['2025-06-18', 'legacy'],
    ['2025-03-26', 'legacy'],
    ['2024-11-05', 'legacy'],
    ['1999-01-01', undefined],
    ['', undefined],
  ])('of %s is %s', (version, era) => {
    expect(eraOf(version)).toBe(era);
  });
});
