import { expect, test } from 'vitest';
import { isErrorObject, repairCompletion } from '../../src/interceptor/repair-completion.js';

const many = Array.from({ length: 150 }, (_, index) => `v${index}`);

test('a valid answer is the same object', () => {
  const result = { completion: { values: ['a', 'a', ''], total: 250, hasMore: true }, _meta: { x: 1 } };
  expect(repairCompletion(result)).toEqual({ result, faults: [], isEmpty: false });
  expect(repairCompletion(result)?.result).toBe(result);
});

test.each([
  [
    '151 values are cut',
    { values: many, total: 150, hasMore: false },
    { values: many.slice(0, 100), total: 150, hasMore: true },
  ],
  ['members that are not strings are left out', { values: ['a', 5, null, { x: 1 }] }, { values: ['a'] }],
  ['null counts are left out', { values: ['a'], total: null, hasMore: null }, { values: ['a'] }],
  ['a fractional total is left out', { values: ['a'], total: 1.5 }, { values: ['a'] }],
  ['a negative total is left out', { values: [], total: -1 }, { values: [] }],
  ['a total below the values is left out', { values: ['a', 'b'], total: 1 }, { values: ['a', 'b'] }],
  ['other members stay', { values: ['a'], hasMore: 'yes', labels: ['A'] }, { values: ['a'], labels: ['A'] }],
])('%s', (_, completion, expected) => {
  const before = structuredClone(completion);
  const repaired = repairCompletion({ completion, _meta: { x: 1 } });
  expect(repaired?.result).toEqual({ completion: expected, _meta: { x: 1 } });
  expect(repaired?.faults).not.toEqual([]);
  expect(repaired?.isEmpty).toBe(expected.values.length === 0);
  expect(completion).toEqual(before);
});

test.each([
  ['null', null],
  ['an array', ['a']],
  ['no completion', {}],
  ['a string for values', { completion: { values: 'ab', total: 2 } }],
  ['no values', { completion: { total: 0 } }],
])('%s cannot be repaired', (_, result) => {
  expect(repairCompletion(result)).toBeUndefined();
});

test('an error is one with an integer code and a message', () => {
  expect(isErrorObject({ code: -32602, message: '', data: [1] })).toBe(true);
  for (const error of [
    undefined,
    null,
    'broken',
    [],
    {},
    { code: 1 },
    { code: 1.5, message: 'x' },
    { code: '1', message: 'x' },
  ]) {
    expect(isErrorObject(error)).toBe(false);
  }
});
