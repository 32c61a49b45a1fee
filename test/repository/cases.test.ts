import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import notApplicable from '../cases/not-applicable.json' with { type: 'json' };
import { inRepository } from '../support/paths.js';

const entries: readonly { id: string; reason: string }[] = notApplicable;

/** Ids of the cases that begin the title of a test, anywhere in the repository. */
async function testedCases(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const folder of ['packages', 'test', 'examples']) {
    for (const name of await readdir(inRepository(folder), { recursive: true })) {
      if (!/\.test\.tsx?$/.test(name) || name.includes('node_modules')) continue;
      const source = await readFile(`${inRepository(folder)}/${name}`, 'utf8');
      for (const [id] of source.matchAll(/(?<=['"`])BUG-\d{3}\b/g)) ids.add(id);
    }
  }
  return ids;
}

describe('test/cases/not-applicable.json', () => {
  test('gives a reason for each case that it lists', () => {
    expect(entries.filter(({ id, reason }) => !/^BUG-\d{3}$/.test(id) || reason.length < 40)).toEqual([]);
  });

  test('lists no case that is tested', async () => {
    const tested = await testedCases();
    expect(tested.size).toBeGreaterThan(0);
    expect(entries.filter(({ id }) => tested.has(id))).toEqual([]);
  });
});
