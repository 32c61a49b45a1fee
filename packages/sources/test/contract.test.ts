import type { CandidateInput } from '@mcp-typeahead/server';
import { testSource } from '../../server/test/contracts/test-source.js';
import { fileSource } from '../src/index.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const valueOf = (candidate: CandidateInput): string =>
  typeof candidate === 'string' ? candidate : candidate.value;
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const writers: Readonly<Record<string, (candidates: readonly CandidateInput[]) => string>> = {
  txt: (candidates) => candidates.map((candidate) => `${valueOf(candidate)}\n`).join(''),
  json: (candidates) => JSON.stringify(candidates),
  ndjson: (candidates) => candidates.map((candidate) => `${JSON.stringify(candidate)}\n`).join(''),
  csv: (candidates) => ['name', ...candidates.map((candidate) => quoted(valueOf(candidate)))].join('\r\n'),
};

for (const [extension, write] of Object.entries(writers)) {
  testSource({
    name: `A file of ${extension}`,
    create: (candidates) => ({
      source: fileSource({ path: folder.write(`contract.${extension}`, write(candidates)) }),
    }),
  });
}
