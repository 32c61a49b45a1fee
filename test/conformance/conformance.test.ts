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

function failed(results: Results): Record<string, readonly string[]> {
  const entries = [...results].filter(([, result]) => result.failed > 0);
  return Object.fromEntries(entries.map(([name, { failures }]) => [name, failures]));
}

/** Scenarios in which fewer checks pass than without the gateway: a check that is skipped counts as lost too. */
function lost(direct: Results, through: Results): Record<string, unknown> {
  const entries = [...direct].filter(([name, { passed }]) => (through.get(name)?.passed ?? 0) < passed);
  return Object.fromEntries(entries.map(([name]) => [name, through.get(name)?.failures ?? 'was not run']));
}

describe.each(revisions)('the official conformance suite, required for %s', (revision) => {
  const expected = Object.keys(expectedFailures[revision]);

  test('fails only where the list of expected failures says so', { timeout }, async () => {
    const results = await runSuite(await listen(serverOnHttp), revision);
    expect(Object.keys(failed(results)).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    { upstream: 'a child process', open: async () => gatewayOnHttp(config, server) },
    { upstream: 'a URL', open: async () => gatewayOnHttp(config, await listen(serverOnHttp)) },
  ])('loses no scenario to the gateway in front of $upstream', { timeout }, async ({ open }) => {
    const direct = await runSuite(await listen(serverOnHttp), revision);
    const through = await runSuite(await listen(await open()), revision);
    expect(lost(direct, through)).toEqual({});
    expect(Object.keys(failed(through)).toSorted()).toEqual(expected.toSorted());
  });

  test('completion, prompts, resources and DNS rebinding are never expected to fail', () => {
    expect(expected.filter((name) => /completion|prompts|resources|dns-rebinding/.test(name))).toEqual([]);
  });
});
