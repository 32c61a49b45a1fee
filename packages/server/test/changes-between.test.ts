import type { CandidateInput } from '@mcp-typeahead/rank';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../src/pipeline/changes-between.js';
import { takeAtOnce } from '../src/steps.js';

const names = Array.from({ length: 100 }, (_, i) => `name-${i}`);
const between = (before: readonly CandidateInput[], after: readonly CandidateInput[]) =>
  takeAtOnce(changesBetween(before, after));

describe('the changes between two lists', () => {
  it('are what is missing and what has come at the end', () => {
    expect(between(names, names)).toEqual({ remove: [], add: [] });
    expect(between(names, [...names.filter((name) => name !== 'name-7'), 'new'])).toEqual({
      remove: ['name-7'],
      add: ['new'],
    });
    const titled = names.map((value) => ({ value, title: `T ${value}`, aliases: [value.toUpperCase()] }));
    expect(between(titled, structuredClone(titled))).toEqual({ remove: [], add: [] });
    const renamed = { ...titled[99]!, title: 'Other' };
    expect(between(titled, [...titled.slice(0, 99), renamed])).toEqual({
      remove: ['name-99'],
      add: [renamed],
    });
  });

  it.each([
    ['half of it is gone', names.slice(50)],
    ['much has come', [...names, ...names.map((name) => `${name}-b`)]],
    ['something has come in front, for order counts', ['first', ...names]],
    ['it is turned round', names.toReversed()],
    ['nothing is left', []],
  ])('are none where %s', (_what, after) => {
    expect(between(names, after)).toBeUndefined();
  });

  it.each([
    [{ value: 'a', title: 'b' }],
    [{ value: 'a', description: 'b' }],
    [{ value: 'a', aliases: ['b'] }],
    [{ value: 'a', weight: 1 }],
    [{ value: 'a', group: 'b' }],
  ])('see that %j is not plain a', (candidate) => {
    const rest = names.slice(1);
    expect(between([...rest, { value: 'a' }], [...rest, candidate])).toEqual({
      remove: ['a'],
      add: [candidate],
    });
  });
});
