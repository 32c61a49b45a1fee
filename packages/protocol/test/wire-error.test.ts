import { describe, expect, it } from 'vitest';
import {
  errorCodes,
  internalError,
  invalidParams,
  methodNotFound,
  rateLimited,
  toWireError,
  WireError,
} from '@mcp-typeahead/protocol';

describe('wire errors', () => {
  it('carry their code, a message and data', () => {
    expect(invalidParams('why')).toMatchObject({ code: -32602, message: 'why', data: undefined });
    expect(methodNotFound()).toMatchObject({ code: -32601 });
    expect(rateLimited(250)).toMatchObject({ code: 42900, data: { retryAfterMs: 250 } });
    expect(errorCodes.parseError).toBe(-32700);
  });

  it('keep the cause of an internal error off the wire', () => {
    const cause = new Error('secret /etc/path');
    const error = internalError(cause);
    expect(error).toMatchObject({ code: -32603, message: 'Internal error', data: undefined, cause });
  });
});

describe('toWireError', () => {
  it('returns a wire error as it is', () => {
    const error = rateLimited(1);
    expect(toWireError(error)).toBe(error);
  });

  it('takes over a wire error of another copy of this package', () => {
    class Foreign extends Error {
      override name = 'WireError';
      code = -32602;
      data = { a: 1 };
    }
    const foreign = new Foreign('why');
    const error = toWireError(foreign);
    expect(error).toBeInstanceOf(WireError);
    expect(error).toMatchObject({ code: -32602, message: 'why', data: { a: 1 }, cause: foreign });
  });

  it.each([
    ['an error', new Error('secret')],
    ['an error with a code', Object.assign(new Error('secret'), { code: -32602 })],
    [
      'an error with a code of Node',
      Object.assign(new Error('secret'), { name: 'WireError', code: 'ENOENT' }),
    ],
    ['an error with a broken code', Object.assign(new Error('secret'), { name: 'WireError', code: 1.5 })],
    ['an object without a message', { name: 'WireError', code: 1 }],
    ['a string', 'secret'],
    ['null', null],
    ['undefined', undefined],
    ['a function', () => 'secret'],
  ])('makes an internal error of %s', (_what, thrown) => {
    const error = toWireError(thrown);
    expect(error).toMatchObject({ code: -32603, message: 'Internal error', data: undefined });
    expect(error.cause).toBe(thrown);
  });
});
