import { readdir, readFile } from 'node:fs/promises';
import { inRepository } from './paths.js';

export interface MarkdownFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

export interface CodeBlock {
  readonly path: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The Markdown at the root and under `docs/`, the examples and the packages. */
export async function readMarkdown(): Promise<MarkdownFile[]> {
  const paths = ['.', 'docs', 'examples', 'packages'].map(listMarkdown);
  const files = (await Promise.all(paths)).flat();
  return Promise.all(files.map(async (path) => ({ path, text: await readFile(inRepository(path), 'utf8') })));
}

async function listMarkdown(folder: string): Promise<string[]> {
  const entries = await readdir(inRepository(folder), { recursive: folder !== '.' });
  return entries
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`))
    .toSorted();
}

export function codeBlocks({ path, text }: MarkdownFile): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; fence: string; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^ *(`{3,})(\w*)/.exec(line);
    if (open === undefined && fence) {
      open = { line: index + 1, language: fence[2] ?? '', fence: fence[1] ?? '', lines: [] };
    } else if (open && line.trim() === open.fence) {
      blocks.push({ path, line: open.line, language: open.language, code: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else {
      open?.lines.push(line);
    }
  }
  return blocks;
}
