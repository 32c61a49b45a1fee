import { describe, expect, test } from 'vitest';
import { programs } from '../support/paths.js';
import { gatewayOnHttp, listen, type Command } from '../support/routes.js';
import expectedFailures from './expected-failures.json' with { type: 'json' };
import { runSuite, type Revision, type ScenarioResult } from './run-suite.js';

const server: Command = [process.execPath, programs.fixtureServer];
const serverOnHttp: Command = [...server, '--http', '0'];
const config = programs.incidentDeskConfig;

const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28'];
const timeout = 120_000;

type Results = ReadonlyMap<string, ScenarioResult>;

const failedNames = (results: Results): string[] =>
  [...results].filter(([, { isPassed }]) => !isPassed).map(([name]) => name);

/** Checks that succeed without the gateway and do anything else with it, by scenario; and scenarios in which nothing succeeds any more. */
function lost(direct: Results, through: Results): Record<string, readonly string[]> {
  const report: Record<string, readonly string[]> = {};
  for (const [name, { checks }] of direct) {
    const succeeded = checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
    const now = through.get(name)?.checks ?? [];
    const worse = now.filter(
      ({ id, status }) => succeeded.includes(id) && !['SUCCESS', 'INFO'].includes(status),
    );
    const isSilent = succeeded.length > 0 && !now.some(({ status }) => status === 'SUCCESS');
    if (worse.length > 0)
      report[name] = worse.map(({ id, status, errorMessage }) => `${id} ${status}: ${errorMessage}`);
    else if (isSilent) report[name] = ['nothing succeeded'];
  }
  return report;
}

describe.each(revisions)('the official conformance suite, required for %s', (revision) => {
  const expected = Object.keys(expectedFailures[revision]);

  test('fails only where the list of expected failures says so', { timeout }, async () => {
    const results = await runSuite(await listen(serverOnHttp), revision);
    expect(failedNames(results).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    { upstream: 'a child process', open: async () => gatewayOnHttp(config, server) },
    { upstream: 'a URL', open: async () => gatewayOnHttp(config, await listen(serverOnHttp)) },
  ])('loses no scenario to the gateway in front of $upstream', { timeout }, async ({ open }) => {
    const direct = await runSuite(await listen(serverOnHttp), revision);
    const through = await runSuite(await listen(await open()), revision);
    expect(lost(direct, through)).toEqual({});
    expect(failedNames(through).toSorted()).toEqual(expected.toSorted());
  });

  test('completion, prompts, resources and DNS rebinding are never expected to fail', () => {
    expect(expected.filter((name) => /completion|prompts|resources|dns-rebinding/.test(name))).toEqual([]);
  });
});
