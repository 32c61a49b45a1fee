import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests run against the sources: no build is needed while one works on a package. */
const source = (path: string): string => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));
const drivers = fileURLToPath(new URL('./test/databases/node_modules/', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@mcp-typeahead\/([a-z-]+)$/, replacement: source('$1/src/index.ts') },
      { find: /^@mcp-typeahead\/([a-z-]+)\/([a-z-]+)$/, replacement: source('$1/src/$2/index.ts') },
      // Kept apart, because it takes a minute to install.
      { find: 'better-sqlite3', replacement: `${drivers}better-sqlite3/lib/index.js` },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Generous: a test that waits for a process must not fail because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
