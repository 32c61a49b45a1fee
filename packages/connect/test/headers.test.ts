import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerValue } from '../src/url/header-value.js';
import { createParamHeaders, type ParamHeaders } from '../src/url/param-headers.js';

describe('headerValue', () => {
  // The specification's own table.
  it.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['', '=?base64??='],
    ['a\tb', 'a\tb'],
    ['~', '~'],
  ])('writes %j as %j', (value, expected) => {
    expect(headerValue(value)).toBe(expected);
  });

  it('can be read back, whatever the value, and has nothing in it that a header may not have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const written = headerValue(value);
        expect(written).toMatch(/^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/);
        const encoded = /^=\?base64\?(.*)\?=$/.exec(written)?.[1];
        expect(encoded === undefined ? written : Buffer.from(encoded, 'base64').toString('utf8')).toBe(value);
      }),
    );
  });
});

function learn(properties: unknown): ParamHeaders & { faults: string[] } {
  const headers = createParamHeaders();
  const faults = headers.learn({ tools: [{ name: 't', inputSchema: { type: 'object', properties } }] });
  return { ...headers, faults };
}

describe('createParamHeaders', () => {
  it('mirrors strings, integers and booleans, also of nested objects', () => {
    const { forCall, faults } = learn({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      limit: { type: 'integer', 'x-mcp-header': 'Limit' },
      deep: { properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } } },
      other: { type: 'string' },
    });
    expect(faults).toEqual([]);
    expect(forCall('t', { region: 'é', limit: -7, deep: { dry: false }, other: 'x' })).toEqual({
      'Mcp-Param-Region': '=?base64?w6k=?=',
      'Mcp-Param-Limit': '-7',
      'Mcp-Param-Dry-Run': 'false',
    });
  });

  it('leaves out what is absent, null or of another kind', () => {
    const { forCall } = learn({
      a: { type: 'string', 'x-mcp-header': 'A' },
      b: { properties: { toString: { type: 'string', 'x-mcp-header': 'B' } } },
    });
    for (const args of [
      undefined,
      null,
      {},
      { a: null },
      { a: [] },
      { a: {}, b: 'x' },
      { a: 2 ** 60, b: {} },
      [],
    ]) {
      expect(forCall('t', args)).toEqual({});
    }
  });

  it('knows nothing of tools that were never listed', () => {
    const { forCall } = learn({ a: { type: 'string', 'x-mcp-header': 'A' } });
    for (const name of ['other', 'constructor', '__proto__']) expect(forCall(name, { a: 'x' })).toEqual({});
  });

  it('goes by the latest list', () => {
    const headers = learn({ a: { type: 'string', 'x-mcp-header': 'A' } });
    headers.learn({ tools: [{ name: 't', inputSchema: {} }] });
    expect(headers.forCall('t', { a: 'x' })).toEqual({});
  });

  it.each([
    ['a name that is no token', { a: { type: 'string', 'x-mcp-header': 'A B' } }],
    ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['a line break in the name', { a: { type: 'string', 'x-mcp-header': 'A\r\nHost: x' } }],
    ['a name that is not a string', { a: { type: 'string', 'x-mcp-header': 1 } }],
    ['an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
    ['no type', { a: { 'x-mcp-header': 'A' } }],
    [
      'a name used twice',
      { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    ],
  ])('mirrors nothing for a tool with %s, and says why', (_, properties) => {
    const { forCall, faults } = learn(properties);
    expect(faults).toEqual([expect.stringMatching(/^Tool "t": x-mcp-header of "[ab]" is /)]);
    expect(forCall('t', { a: 'x', b: 'x' })).toEqual({});
  });

  it('mirrors a number all the same, since servers check it', () => {
    const { forCall, faults } = learn({ a: { type: 'number', 'x-mcp-header': 'A' } });
    expect(faults).toHaveLength(1);
    expect(forCall('t', { a: 1.5 })).toEqual({ 'Mcp-Param-A': '1.5' });
  });

  it('survives lists that are no lists, and schemas without end', () => {
    let schema: unknown = {};
    for (let depth = 0; depth < 100_000; depth += 1) schema = { properties: { a: schema } };
    const headers = createParamHeaders();
    for (const result of [
      null,
      1,
      [],
      {},
      { tools: 1 },
      { tools: [null, 1, {}, { name: 1 }, { name: 't' }] },
    ]) {
      expect(headers.learn(result)).toEqual([]);
    }
    expect(headers.learn({ tools: [{ name: 't', inputSchema: schema }] })).toEqual([
      'Tool "t": inputSchema is nested too deeply.',
    ]);
  });
});
