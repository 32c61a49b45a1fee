import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { requirements } from '../requirements.js';
import { inRepository } from '../support/paths.js';

describe('the requirements of the specification', () => {
  test('have distinct ids', () => {
    const ids = requirements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(requirements)('$id is proven by a test that exists', async ({ provenBy }) => {
    const source = await readFile(inRepository(provenBy.file), 'utf8');
    const titles = [...source.matchAll(/\b(?:test|it)(?:\.each\([^)]*\))?\(\s*'((?:[^'\\]|\\.)*)'/g)];
    expect(titles.map(([, title]) => title)).toContain(provenBy.title);
  });
});
