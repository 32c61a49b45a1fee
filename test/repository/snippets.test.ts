import { mkdir, rm, writeFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeBlocks, readMarkdown, type CodeBlock } from '../support/markdown.js';
import { inRepository } from '../support/paths.js';
import { runProgram } from '../support/run-program.js';

/** Inside the repository, so that snippets import the packages by name as readers do. */
const folder = inRepository('.cache/snippets');

const blocks = (await readMarkdown()).flatMap(codeBlocks);
const inLanguage = (...languages: string[]): CodeBlock[] =>
  blocks.filter(({ language }) => languages.includes(language));
const typescript = inLanguage('ts', 'typescript', 'tsx').map((block) => ({
  ...block,
  name: fileName(block),
}));

function fileName({ path, line }: CodeBlock): string {
  return `${path.replace(/\.md$/, '').replaceAll(/[^\w]+/g, '-')}-${line}`;
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
};

describe('every TypeScript snippet of the documentation', () => {
  let compilerOutput = '';

  beforeAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/package.json`, JSON.stringify({ type: 'module' }));
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    for (const { name, code } of typescript) await writeFile(`${folder}/${name}.ts`, `${code}\nexport {};\n`);
    const tsc = inRepository('node_modules/typescript/bin/tsc');
    const { stdout, stderr } = await runProgram([process.execPath, tsc, '-p', folder], { cwd: folder });
    compilerOutput = stdout + stderr;
  }, 60_000);

  test('there are snippets to check', () => {
    expect(typescript.length).toBeGreaterThan(0);
  });

  test.each(typescript)('$path:$line compiles, runs and ends by itself', async ({ name }) => {
    const complaints = compilerOutput.split('\n').filter((line) => line.startsWith(`${name}.ts`));
    expect(complaints).toEqual([]);
    const { code, stderr } = await runProgram([process.execPath, `${folder}/out/${name}.js`]);
    expect(code, stderr).toBe(0);
  });
});

describe('every JSON and YAML snippet of the documentation', () => {
  const json = inLanguage('json');
  const yaml = inLanguage('yaml', 'yml');

  test.each(json)('$path:$line parses as JSON', ({ code }) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow();
  });

  test.each(yaml)('$path:$line parses as YAML', ({ code }) => {
    const { errors, warnings } = parseDocument(code, { strict: true, uniqueKeys: true });
    expect([...errors, ...warnings]).toEqual([]);
  });
});
