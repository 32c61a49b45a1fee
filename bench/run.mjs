#!/usr/bin/env node
// Runs benchmarks one after the other, prints a table each, and with --json FILE writes all figures.
//   npm run bench                       all of them
//   npm run bench -- gateway-latency    one
//   npm run bench -- --json out.json
import { readdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../scripts/lib/install.mjs';
import { root, runTool } from '../scripts/lib/run.mjs';
import { printTable } from './lib/table.mjs';

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, list: { type: 'boolean' } },
  allowPositionals: true,
});

const available = (await readdir(new URL('.', import.meta.url)))
  .filter((name) => name.endsWith('.bench.mjs'))
  .map((name) => name.slice(0, -'.bench.mjs'.length))
  .sort();

if (values.list) {
  console.log(available.join('\n'));
  process.exit(0);
}

const unknown = positionals.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark is named ${unknown.join(', ')}. There are: ${available.join(', ')}`);
  process.exit(2);
}

const isReady =
  (await ensureInstalled(root, console.log)) &&
  (await runTool('typescript/bin/tsc', ['-b'])).code === 0 &&
  (await ensureInstalled(`${root}test/peers`, console.log));
if (!isReady) process.exit(1);

const machine = {
  node: process.version,
  cpu: cpus()[0]?.model.trim(),
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
console.log(
  `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB. Medians and ratios of one run; the machine may be shared.`,
);

const figures = {};
let missed = 0;
for (const name of positionals.length > 0 ? positionals : available) {
  const { title, run } = await import(new URL(`./${name}.bench.mjs`, import.meta.url));
  console.log(`\n${title}`);
  const { columns, rows, goals = [] } = await run();
  printTable(columns, rows);
  for (const goal of goals) {
    if (!goal.met) missed += 1;
    console.log(`  ${goal.met ? 'met   ' : 'MISSED'} ${goal.text}`);
  }
  figures[name] = { columns, rows, goals };
}

if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  console.log(`\nFigures written to ${values.json}`);
}
process.exitCode = missed > 0 ? 1 : 0;
