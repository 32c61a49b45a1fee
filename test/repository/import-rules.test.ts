import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../support/paths.js';
import { temporaryFolder } from '../support/routes.js';
import { runProgram } from '../support/run-program.js';

/** Lints one planted file under the repository's own configuration, in a folder that has nothing else. */
async function lintPlanted(path: string, code: string): Promise<string[]> {
  const folder = await temporaryFolder();
  await cp(inRepository('.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), code);
  const oxlint = inRepository('node_modules/oxlint/bin/oxlint');
  const { stdout } = await runProgram([process.execPath, oxlint, '--format', 'json'], { cwd: folder });
  const { diagnostics, number_of_files: files } = JSON.parse(stdout) as {
    diagnostics: { code: string; help?: string }[];
    number_of_files: number;
  };
  expect(files, 'the planted file was looked at').toBe(1);
  return diagnostics
    .filter(({ code: rule }) => rule.includes('no-restricted-imports'))
    .map(({ help }) => help ?? '');
}

const importOf = (specifier: string): string =>
  `import { x } from '${specifier}';\nexport const y: unknown = x;\n`;

const refused: readonly (readonly [path: string, specifier: string, because: RegExp])[] = [
  ['packages/protocol/src/planted.ts', '@mcp-typeahead/rank', /protocol has no dependencies/],
  ['packages/protocol/src/planted.ts', 'zod', /protocol has no dependencies/],
  ['packages/rank/src/planted.ts', '@mcp-typeahead/gateway', /rank has no dependencies/],
  ['packages/rank/src/planted.ts', 'node:fs', /rank has no dependencies/],
  ['packages/rank/src/deep/planted.ts', 'fs/promises', /rank has no dependencies/],
  ['packages/server/src/planted.ts', '@mcp-typeahead/gateway', /server may import: protocol, rank/],
  ['packages/server/src/planted.ts', '@mcp-typeahead/client', /server may import: protocol, rank/],
  ['packages/server/src/planted.ts', 'node:events', /server runs in browsers/],
  ['packages/server/src/planted.ts', 'events', /server runs in browsers/],
  ['packages/server/src/planted.ts', '../../rank/src/index.js', /by name, not by path/],
  ['packages/server/src/stdio/planted.ts', '@mcp-typeahead/gateway', /server may import: protocol, rank/],
  ['packages/client/src/planted.ts', '@mcp-typeahead/server', /client may import: protocol, rank/],
  ['packages/client/src/planted.ts', '@mcp-typeahead/react', /client may import: protocol, rank/],
  ['packages/client/src/planted.ts', 'node:timers', /client runs in browsers/],
  ['packages/readings/src/planted.ts', '@mcp-typeahead/server', /readings may import: rank/],
  ['packages/readings/src/planted.ts', 'node:fs', /readings runs in browsers/],
  ['packages/sources/src/planted.ts', '@mcp-typeahead/gateway', /sources may import: protocol, server/],
  ['packages/sources/src/planted.ts', '@mcp-typeahead/rank', /sources may import: protocol, server/],
  ['packages/redis/src/planted.ts', '@mcp-typeahead/gateway', /redis may import: server/],
  ['packages/redis/src/planted.ts', '@mcp-typeahead/sources', /redis may import: server/],
  ['packages/connect/src/planted.ts', '@mcp-typeahead/server', /connect may import: protocol/],
  ['packages/gateway/src/planted.ts', 'mcp-typeahead', /gateway may import/],
  ['packages/server/src/planted.ts', '@mcp-typeahead/readings', /server may import: protocol, rank/],
  ['packages/cli/src/planted.ts', '@mcp-typeahead/readings', /cli may import/],
  [
    'packages/cli/src/planted.ts',
    '@mcp-typeahead/server',
    /cli may import: protocol, rank, connect, gateway/,
  ],
];

const allowed: readonly (readonly [path: string, specifier: string])[] = [
  ['packages/rank/src/planted.ts', './score.js'],
  ['packages/readings/src/planted.ts', '@mcp-typeahead/rank'],
  ['packages/readings/src/deep/planted.ts', 'pinyin-pro'],
  ['packages/server/src/planted.ts', '@mcp-typeahead/protocol'],
  ['packages/server/src/planted.ts', '@mcp-typeahead/rank'],
  ['packages/client/src/planted.ts', '@mcp-typeahead/protocol'],
  ['packages/client/src/forms/planted.ts', '@mcp-typeahead/rank'],
  ['packages/server/src/stdio/planted.ts', 'node:process'],
  ['packages/sources/src/planted.ts', '@mcp-typeahead/server'],
  ['packages/sources/src/planted.ts', 'node:fs/promises'],
  ['packages/connect/src/planted.ts', 'node:child_process'],
  ['packages/gateway/src/planted.ts', '@mcp-typeahead/connect'],
  ['packages/gateway/src/planted.ts', '@mcp-typeahead/readings/pinyin'],
  ['packages/cli/src/planted.ts', '@mcp-typeahead/rank'],
  ['packages/cli/src/planted.ts', '@mcp-typeahead/gateway'],
];

describe('the linter keeps packages apart', () => {
  test.each(refused)('refuses in %s an import of %s', async (path, specifier, because) => {
    expect(await lintPlanted(path, importOf(specifier))).toEqual([expect.stringMatching(because)]);
  });

  test('refuses what is imported dynamically, or only re-exported', async () => {
    const path = 'packages/rank/src/planted.ts';
    expect(await lintPlanted(path, `export const fs: unknown = await import('node:fs');\n`)).toHaveLength(1);
    expect(await lintPlanted(path, `export { readFile } from 'node:fs';\n`)).toHaveLength(1);
  });

  test.each(allowed)('lets %s import %s', async (path, specifier) => {
    expect(await lintPlanted(path, importOf(specifier))).toEqual([]);
  });
});
