import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createParamHeaders } from '../src/index.js';
import { isExactNumber, parseJson, toJson } from '../src/exact-json.js';

const roundTrip = (text: string): string => toJson(parseJson(text));

describe('numbers that a double cannot hold', () => {
  it.each([
    '{"id":9007199254740993}',
    '[-9223372036854775808,18446744073709551615]',
    '{"a":{"b":[1e400,-1E+999]}}',
    '{"text":"9007199254740993","key 9007199254740993":9007199254740993}',
    String.raw`["a\"9007199254740993\\",9007199254740993]`,
    '{"12345678901234567":1}',
  ])('pass as they are: %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it('leave all other numbers numbers', () => {
    expect(parseJson('[1e3,0.5,9007199254740991,1234567890123456,-0]')).toEqual([
      1000, 0.5, 9007199254740991, 1234567890123456, -0,
    ]);
  });

  it('are told from strings of digits', () => {
    const [number, string] = parseJson('[9007199254740993,"9007199254740993"]') as unknown[];
    expect(isExactNumber(number)).toBe(true);
    expect(isExactNumber(string)).toBe(false);
  });

  it('are refused like any other text that is no JSON', () => {
    for (const text of ['[09007199254740993]', '9007199254740993x', '"9007199254740993', '[1e]']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('stand in no header', () => {
    const headers = createParamHeaders();
    const inputSchema = { properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } };
    headers.learn({ tools: [{ name: 't', inputSchema }] });
    expect(headers.forCall('t', parseJson('{"n":9007199254740993}'))).toEqual({});
  });
});

it('any JSON means the same afterwards', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(roundTrip(text)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

it('a long string is read in linear time', () => {
  const text = JSON.stringify(['"\\'.repeat(500_000), '9'.repeat(500_000)]);
  const startedAt = performance.now();
  expect(roundTrip(text)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
