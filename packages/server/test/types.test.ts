import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it(
  'makes misspelt names compile errors, and nothing else (types/names.ts)',
  { timeout: 120_000 },
  async () => {
    const project = fileURLToPath(new URL('.', import.meta.url));
    const tsc = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin',
      'tsc',
    );
    const { failed, output } = await new Promise<{ failed: boolean; output: string }>((resolve) => {
      execFile(process.execPath, [tsc, '-p', project], (error, stdout) =>
        resolve({ failed: error !== null, output: stdout }),
      );
    });
    expect(output).toBe('');
    expect(failed).toBe(false);
  },
);
