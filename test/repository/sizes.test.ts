import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../support/paths.js';

/** What a browser has to load, in bytes: everything that the entry exports, minified, then gzip at its best. */
const limits: readonly (readonly [packageName: string, maxBytes: number])[] = [['rank', 10_400]];

interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
}

/** The entry of a package as one file, with its own dependencies in it, or without any. */
async function bundle(packageName: string, { isAlone = false } = {}): Promise<Chunk> {
  const build = await rolldown({
    input: inRepository(`packages/${packageName}/src/index.ts`),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    ...(isAlone && { external: /^[^./]/ }),
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  expect(output[0].type).toBe('chunk');
  return output[0];
}

describe('the size of', () => {
  test.each(limits)('%s is at most %i bytes', async (packageName, maxBytes) => {
    const { code, imports } = await bundle(packageName);
    expect(imports, 'nothing was left out').toEqual([]);
    const { length } = gzipSync(code, { level: 9 });
    expect(length, 'something was measured').toBeGreaterThan(1_000);
    expect(length).toBeLessThanOrEqual(maxBytes);
  });
});

describe('the gateway', () => {
  test('imports readings only when a configuration asks for them', async () => {
    const { imports, code } = await bundle('gateway', { isAlone: true });
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
