import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node22 } from '../support/node22.js';
import { programs } from '../support/paths.js';
import { temporaryFolder } from '../support/routes.js';
import { runProgram } from '../support/run-program.js';

export type Revision = '2025-11-25' | '2026-07-28';

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

export interface ScenarioResult {
  readonly isPassed: boolean;
  readonly checks: readonly Check[];
}

/** Runs what a revision requires of servers against an address. Resolves with the result of each scenario, by name. */
export async function runSuite(
  url: string,
  revision: Revision,
): Promise<ReadonlyMap<string, ScenarioResult>> {
  const folder = await temporaryFolder();
  const { stdout, stderr } = await runProgram([
    node22(),
    programs.conformance,
    'server',
    '--url',
    url,
    '--requirements',
    revision,
    '--output-dir',
    folder,
  ]);
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  const results = new Map<string, ScenarioResult>();
  for (const [, mark, name = ''] of summary.matchAll(/^([✓✗]) ([\w-]+): \d+ passed, \d+ failed/gm)) {
    results.set(name, { isPassed: mark === '✓', checks: await readChecks(folder, name) });
  }
  if (results.size === 0) throw new Error(`the conformance suite ran no scenario:\n${stdout}\n${stderr}`);
  return results;
}

async function readChecks(folder: string, scenario: string): Promise<Check[]> {
  const own = (await readdir(folder)).find((name) => name.startsWith(`server-${scenario}-2`));
  return own === undefined
    ? []
    : (JSON.parse(await readFile(join(folder, own, 'checks.json'), 'utf8')) as Check[]);
}
