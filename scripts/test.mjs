/**
 * `npm test`: installs what is missing, builds, runs every gate and every test, and ends with `N passed, N failed`.
 * `npm test -- packages/rank` runs the tests whose path contains that text, after the build and without the other gates.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { ensureDatabaseServers } from './lib/database-servers.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, runTool } from './lib/run.mjs';

const filters = process.argv.slice(2);
const counts = { passed: 0, failed: 0 };
const failures = [];
const say = (text) => process.stdout.write(`${text}\n`);

await main();

async function main() {
  const isReady = (await gate('install', () => ensureInstalled(root, say))) && (await gate('build', build));
  if (isReady) {
    for (const folder of ['test/peers', 'test/node22', 'test/databases']) {
      await gate(`install ${folder}`, () => ensureInstalled(`${root}${folder}`, say));
    }
    await gate('database servers', () => ensureDatabaseServers(say));
    if (filters.length === 0) await runGates();
    else
      say(`Only tests that match ${filters.join(', ')}: lint, format, types, knip and publint are not run.`);
    await runTests();
  }
  if (failures.length > 0) say(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
  say(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}

/** A step of the pipeline, counted like a test. */
async function gate(name, work) {
  const start = performance.now();
  const isPassed = await work();
  count(isPassed, name);
  say(`${isPassed ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return isPassed;
}

function count(isPassed, name) {
  counts[isPassed ? 'passed' : 'failed'] += 1;
  if (!isPassed) failures.push(name);
}

async function build() {
  return passes(await runTool('typescript/bin/tsc', ['-b'], { capture: true }));
}

async function runGates() {
  await gate('types of the tests', tool('typescript/bin/tsc', '-p', 'tsconfig.test.json'));
  await gate('lint', tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings'));
  await gate('format', tool('oxfmt/bin/oxfmt', '--check'));
  await gate('knip', tool('knip/bin/knip.js'));
  for (const name of await readdir(`${root}packages`)) {
    await gate(`publint ${name}`, tool('publint/src/cli.js', 'run', `packages/${name}`, '--strict'));
  }
}

function tool(path, ...args) {
  return async () => passes(await runTool(path, args, { capture: true }));
}

function passes({ code, output }) {
  if (code !== 0) say(output);
  return code === 0;
}

async function runTests() {
  const report = `${root}.cache/vitest.json`;
  await mkdir(`${root}.cache`, { recursive: true });
  await rm(report, { force: true });
  const { code } = await run(process.execPath, [
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const files = await readReport(report);
  const failedBefore = counts.failed;
  for (const { file, status, tests } of files) {
    for (const { name, outcome } of tests) {
      count(outcome === 'passed', `${file}: ${name}${outcome === 'failed' ? '' : ` (${outcome})`}`);
    }
    // A file that fails on import has no tests to count.
    if (status === 'failed' && tests.every(({ outcome }) => outcome === 'passed'))
      count(false, `${file} (as a whole)`);
  }
  if (files.length === 0) count(false, 'vitest ran no test');
  else if (code !== 0 && counts.failed === failedBefore)
    count(false, 'vitest reported an error outside of the tests');
}

async function readReport(path) {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return [];
  }
  return JSON.parse(text).testResults.map(({ name, status, assertionResults }) => ({
    file: name.startsWith(root) ? name.slice(root.length) : name,
    status,
    tests: assertionResults.map((result) => ({ name: result.fullName, outcome: result.status })),
  }));
}
