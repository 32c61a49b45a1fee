import { expect, test } from 'vitest';
import { ClientError } from '@mcp-typeahead/client';
import { toClientError } from '../src/connection/to-client-error.js';

const thrown: readonly (readonly [what: string, error: object, code: string])[] = [
  ['-32601', { code: -32_601, message: 'Method not found' }, 'unsupported'],
  [
    '-32601 at HTTP 404, as SDK v2 throws it',
    { status: 404, data: { text: '{"error":{"code":-32601}}' } },
    'unsupported',
  ],
  [
    'HTTP 404 of SDK v1',
    { code: 404, message: 'Error POSTing to endpoint: {"error":{"code":-32001}}' },
    'session-gone',
  ],
  [
    'HTTP 404 of SDK v2',
    { code: 'CLIENT_HTTP_NOT_IMPLEMENTED', data: { status: 404, text: '' } },
    'session-gone',
  ],
  ['HTTP 503 of SDK v1', { code: 503 }, 'disconnected'],
  ['42900', { code: 42_900, data: { retryAfterMs: 5 } }, 'rate-limited'],
  ['an error of the server', { code: -32_602 }, 'refused'],
  ['an error code of the server’s own', { code: 1_234 }, 'refused'],
  ['the timeout of SDK v1', { code: -32_001 }, 'timeout'],
  ['the timeout of SDK v2', { code: 'REQUEST_TIMEOUT' }, 'timeout'],
  ['a closed connection', { code: -32_000 }, 'disconnected'],
  ['an error of the network', { code: 'ECONNREFUSED' }, 'disconnected'],
];

test.each(thrown)('%s has its own code', (_, error, code) => {
  const made = toClientError(Object.assign(new Error('secret'), error));
  expect(made).toMatchObject({ name: 'ClientError', code });
  expect(made.message).not.toContain('secret');
});

test('what is no error at all becomes one', () => {
  for (const odd of [undefined, null, 'text', 5])
    expect(toClientError(odd)).toMatchObject({ code: 'disconnected' });
  const own = new ClientError('timeout', 'late');
  expect(toClientError(own)).toBe(own);
});
