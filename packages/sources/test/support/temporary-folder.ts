import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder that goes when the tests of the calling file are done. */
export function temporaryFolder(): {
  path: (name: string) => string;
  write: (name: string, content: string | Uint8Array) => string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'typeahead-sources-'));
  // Others may go through it: some tests run as somebody else.
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  return {
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}
