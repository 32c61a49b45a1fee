import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node22 } from '../support/node22.js';
import { programs } from '../support/paths.js';
import { temporaryFolder } from '../support/routes.js';
import { runProgram } from '../support/run-program.js';

export type Revision = '2025-11-25' | '2026-07-28';

export interface ScenarioResult {
  readonly passed: number;
  readonly failed: number;
  /** What the failed checks said. */
  readonly failures: readonly string[];
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
  for (const [, name = '', passed, failed] of summary.matchAll(
    /^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm,
  )) {
    results.set(name, {
      passed: Number(passed),
      failed: Number(failed),
      failures: await readFailures(folder, name),
    });
  }
  if (results.size === 0) throw new Error(`the conformance suite ran no scenario:\n${stdout}\n${stderr}`);
  return results;
}

async function readFailures(folder: string, scenario: string): Promise<string[]> {
  const names = await readdir(folder);
  const own = names.find((name) => name.startsWith(`server-${scenario}-2`));
  if (own === undefined) return ['the scenario left no result'];
  const checks = JSON.parse(await readFile(join(folder, own, 'checks.json'), 'utf8')) as {
    id: string;
    status: string;
    errorMessage?: string;
  }[];
  return checks
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
}
