import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readMarkdown, type MarkdownFile } from '../support/markdown.js';
import { inRepository } from '../support/paths.js';

const documents = await readMarkdown();
const document = (path: string): MarkdownFile | undefined => documents.find((file) => file.path === path);

const isPath = (code: string): boolean => /^(packages|examples|test|scripts|docs|bench|\.ci)\//.test(code);

/** Paths of this repository that a text names in code quotes. Patterns and placeholders are not paths. */
function namedPaths({ text }: MarkdownFile): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code);
  return [...new Set(quoted.filter((code) => isPath(code) && !/[*<>{}$]/.test(code)))];
}

describe('paths that the documentation names', () => {
  test('ARCHITECTURE.md names at least ten, among them files of every package on the way of a request', () => {
    const architecture = document('ARCHITECTURE.md');
    expect(architecture).toBeDefined();
    const paths = architecture ? namedPaths(architecture) : [];
    expect(paths.length).toBeGreaterThan(10);
    for (const name of ['protocol', 'rank', 'server', 'gateway', 'connect']) {
      expect(paths.some((path) => path.startsWith(`packages/${name}/src/`))).toBe(true);
    }
  });

  const named = documents.map((file) => ({ file: file.path, paths: namedPaths(file) }));
  test.each(named.filter(({ paths }) => paths.length > 0))('in $file exist', ({ paths }) => {
    expect(paths.filter((path) => !existsSync(inRepository(path.replace(/:\d+$/, ''))))).toEqual([]);
  });

  test.each(documents)('relative links of $path lead somewhere', ({ path, text }) => {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    const targets = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    );
    expect(targets.filter((target) => !existsSync(inRepository(folder + target)))).toEqual([]);
  });
});

/** `ConnectError/closed` for each code of each `…ErrorCode` type that a package exports. */
async function exportedCodes(): Promise<string[]> {
  const codes: string[] = [];
  for (const name of await readdir(inRepository('packages'))) {
    const folder = inRepository(`packages/${name}/src/`);
    const index = await readFile(`${folder}index.ts`, 'utf8');
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const source = (await readFile(folder + file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '');
      for (const [, type = '', union = ''] of source.matchAll(/export type (\w+Error)Code =([^;]+);/g)) {
        if (!index.includes(`${type}Code`)) continue;
        for (const [, code = ''] of union.matchAll(/'([\w-]+)'/g)) codes.push(`${type}/${code}`);
      }
    }
  }
  return codes;
}

/** The same from `docs/reference/errors.md`: a heading with the name of the error, below it a table with a code in each first cell. */
function documentedCodes({ text }: MarkdownFile): string[] {
  const codes: string[] = [];
  let error = '';
  for (const line of text.split('\n')) {
    error = /^#+ .*?\b(\w+Error)\b/.exec(line)?.[1] ?? error;
    const code = /^\| *`([\w-]+)` *\|/.exec(line)?.[1];
    if (code !== undefined) codes.push(`${error}/${code}`);
  }
  return codes;
}

describe('docs/reference/errors.md', () => {
  test('lists exactly the codes that the packages export', async () => {
    const errors = document('docs/reference/errors.md');
    expect(errors).toBeDefined();
    const exported = await exportedCodes();
    expect(exported.length).toBeGreaterThan(0);
    expect((errors ? documentedCodes(errors) : []).toSorted()).toEqual(exported.toSorted());
  });
});
