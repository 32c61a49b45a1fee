import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../support/paths.js';

interface Limit {
  readonly what: string;
  /** Path of the entry under packages/. */
  readonly entry: string;
  readonly maxBytes: number;
  /** Packages that are not counted. */
  readonly without?: readonly string[];
}

/** What a browser has to load, in bytes: everything that the entry exports, minified, then gzip at its best. */
const limits: readonly Limit[] = [
  { what: 'rank', entry: 'rank/src/index.ts', maxBytes: 18_000 },
  { what: 'rank for lists of thousands', entry: 'rank/src/small/index.ts', maxBytes: 8_000 },
  {
    what: 'client without rank',
    entry: 'client/src/index.ts',
    maxBytes: 8_000,
    without: ['@mcp-typeahead/rank/small'],
  },
  { what: 'the forms of client', entry: 'client/src/forms/index.ts', maxBytes: 4_500 },
];

interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/** An entry as one file, with its dependencies in it but those that are named. */
async function bundle(entry: string, external: RegExp | readonly string[] = []): Promise<Chunk> {
  const build = await rolldown({
    input: inRepository(`packages/${entry}`),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    external: external instanceof RegExp ? external : [...external],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output[0].type).toBe('chunk');
  return output[0];
}

describe('the size of', () => {
  test.each(limits)('$what is at most $maxBytes bytes', async ({ entry, maxBytes, without = [] }) => {
    const { code, imports } = await bundle(entry, without);
    expect(imports, 'nothing else was left out').toEqual(without);
    const { length } = gzipSync(code, { level: 9 });
    expect(length, 'something was measured').toBeGreaterThan(1_000);
    expect(length).toBeLessThanOrEqual(maxBytes);
  });
});

describe('the gateway', () => {
  test('imports readings only when a configuration asks for them', async () => {
    const { imports, code } = await bundle('gateway/src/index.ts', /^[^./]/);
    expect(imports).toContain('@mcp-typeahead/server');
    expect(imports.filter((specifier) => specifier.includes('readings'))).toEqual([]);
    expect(code).toContain('import(`@mcp-typeahead/readings/pinyin`)');
    const { dependencies } = JSON.parse(
      readFileSync(inRepository('packages/gateway/package.json'), 'utf8'),
    ) as {
      dependencies: object;
    };
    expect(dependencies).toHaveProperty('@mcp-typeahead/readings');
  });
});
