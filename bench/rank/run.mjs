#!/usr/bin/env node
// Ranking beside its peers: speed, memory, relevance and size, every engine and data set in a process of its own, on the same
// keystrokes. Half an hour; --quick takes about one minute.
//   npm run bench:rank
//   npm run bench:rank -- --quick
//   npm run bench:rank -- --datasets npm-100k,npm-20k --engines rank,fuzzysort,ufuzzy
//   npm run bench:rank -- --datasets identifiers-10m --engines rank,fuzzysort
//   npm run bench:rank -- --json out.json
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from '../../scripts/lib/install.mjs';
import { root, runTool } from '../../scripts/lib/run.mjs';
import { printTable } from '../lib/table.mjs';
import { datasets } from './datasets/index.mjs';
import { loadEngines, minifiedBytes } from './lib/engines.mjs';
import { quantile, ratioOf, relevanceOf } from './lib/figures.mjs';
import { firstAnswerGoal, relevanceGoals, sizeGoal, speedGoals } from './lib/goals.mjs';
import { kinds } from './lib/typing.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    datasets: { type: 'string' },
    engines: { type: 'string' },
    seed: { type: 'string', default: '7' },
    targets: { type: 'string' },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const isReady =
  (await ensureInstalled(root, console.log)) &&
  (await runTool('typescript/bin/tsc', ['-b', 'packages/rank'])).code === 0 &&
  (await ensureInstalled(`${root}bench/rank/engines`, console.log));
if (!isReady) process.exit(1);

const quick = { datasets: 'npm-1k,npm-100k,npm-20k', engines: 'rank,starts-with,fuzzysort,ufuzzy' };
const engines = choose(
  Object.fromEntries((await loadEngines()).map((engine) => [engine.name, engine])),
  options.engines ?? (options.quick ? quick.engines : undefined),
);
const chosen = choose(
  Object.fromEntries(Object.entries(datasets).map(([name, dataset]) => [name, { name, ...dataset }])),
  options.datasets ?? (options.quick ? quick.datasets : undefined),
).filter(({ isLarge }) => !isLarge || options.datasets !== undefined);

if (options.list) {
  console.log(`engines: ${engines.map(({ name }) => name).join(', ')}`);
  console.log(`data sets: ${Object.keys(datasets).join(', ')}`);
  process.exit(0);
}

const machine = {
  node: process.version,
  cpu: cpus()[0]?.model.trim(),
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
console.log(
  `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB. Ratios are of one run, on the same keystrokes; the machine may be shared.`,
);

const figures = {};
let missed = 0;
for (const dataset of chosen.filter(({ speedMs }) => speedMs !== undefined)) reportSpeed(dataset);
for (const dataset of chosen.filter(({ hasRelevance }) => hasRelevance)) reportRelevance(dataset);
reportFirstAnswer();
await reportSizes();

if (options.json !== undefined) {
  await writeFile(options.json, `${JSON.stringify({ machine, options, figures }, null, 2)}\n`);
  console.log(`\nFigures written to ${options.json}`);
}
process.exitCode = missed > 0 ? 1 : 0;

function reportSpeed({ name, speedMs, isLarge }) {
  console.log(`\nSpeed, ${name}: the best 100 and the total, a keystroke`);
  const measured = measureEach({
    what: 'speed',
    dataset: name,
    targets: Number(options.targets ?? (options.quick ? 100 : 300)),
    budgetMs: options.quick ? 1_500 : speedMs,
    timeoutMinutes: isLarge ? 20 : 5,
  });
  const results = measured.map(({ engine, outcome }) => ({
    engine,
    ...outcome,
    ...Object.fromEntries([50, 95, 99].map((q) => [`p${q}`, quantile(outcome.times, q / 100)])),
  }));
  const ours = results.find(({ engine }) => engine.name === 'rank');
  const hasScrambled = results.some(({ scrambledTimes }) => scrambledTimes !== undefined);
  const timesOurs = (member, q) => (result) =>
    ours?.[member] && result[member] && result !== ours
      ? ratioOf(result[member], ours[member], q)
      : undefined;
  const columns = [
    ['engine', ({ engine }) => engine.title],
    ['p50 µs', ({ p50 }) => p50],
    ['p95 µs', ({ p95 }) => p95],
    ['p99 µs', ({ p99 }) => p99],
    ['× ours p50', timesOurs('times', 0.5)],
    ['× ours p95', timesOurs('times', 0.95)],
    ...(hasScrambled
      ? [
          ['mixed p50 µs', ({ scrambledTimes: mixed }) => mixed && quantile(mixed, 0.5)],
          ['mixed p95 µs', ({ scrambledTimes: mixed }) => mixed && quantile(mixed, 0.95)],
          ['× ours p50', timesOurs('scrambledTimes', 0.5)],
          ['× ours p95', timesOurs('scrambledTimes', 0.95)],
        ]
      : []),
    ['build ms', ({ buildMs }) => buildMs],
    ['bytes a value', ({ bytesPerValue }) => bytesPerValue],
    ['keys', ({ times }) => times.length],
  ];
  const rows = results
    .toSorted((a, b) => a.p50 - b.p50)
    .map((result) => columns.map(([, read]) => read(result)));
  const peers = results.filter((result) => result !== ours && result.engine.isFuzzy);
  report(
    `speed ${name}`,
    columns.map(([title]) => title),
    rows,
    ours ? speedGoals(name, ours, peers) : [],
  );
}

function reportRelevance({ name }) {
  console.log(`\nRelevance, ${name}: MRR@10 of the finished text, and keys saved`);
  const measured = measureEach({
    what: 'relevance',
    dataset: name,
    targets: Number(options.targets ?? (options.quick ? 60 : 200)),
    budgetMs: options.quick ? 10_000 : 45_000,
  });
  const results = measured.map(({ engine, outcome }) => ({ engine, ...relevanceOf(outcome.outcomes) }));
  const ours = results.find(({ engine }) => engine.name === 'rank');
  const rows = results
    .toSorted((a, b) => b.mean - a.mean)
    .map(({ engine, mrr, mean, saved }) => [engine.title, ...mrr, mean, saved]);
  const peers = results.filter((result) => result !== ours);
  const columns = ['engine', ...kinds, 'mean', 'keys saved'];
  report(`relevance ${name}`, columns, rows, ours ? relevanceGoals(name, ours, peers) : []);
}

function reportFirstAnswer() {
  console.log(
    '\nFirst answer: an index of 100 values is made and searched, in a process that has seen others',
  );
  const measured = measureEach({ what: 'first answer' });
  const rows = measured.map(({ engine, outcome: { ms } }) => [
    engine.title,
    quantile(ms, 0.5),
    quantile(ms, 0.95),
  ]);
  const ours = measured.findIndex(({ engine }) => engine.name === 'rank');
  report(
    'first answer',
    ['engine', 'p50 ms', 'p95 ms'],
    rows,
    ours === -1 ? [] : [firstAnswerGoal(rows[ours][1])],
  );
}

async function reportSizes() {
  console.log('\nSize of what a browser loads');
  const rows = [];
  for (const engine of engines) {
    const bytes = await minifiedBytes(engine);
    if (bytes !== undefined) rows.push([engine.title, bytes]);
  }
  const ours = rows.find(([title]) => title === '@mcp-typeahead/rank');
  report('size', ['engine', 'bytes min+gzip'], rows, ours ? [sizeGoal(ours[1], 8_000)] : []);
}

function report(name, columns, rows, goals) {
  printTable(columns, rows);
  for (const goal of goals) {
    if (!goal.met) missed += 1;
    console.log(`  ${goal.met ? 'met   ' : 'MISSED'} ${goal.text}`);
  }
  figures[name] = { columns, rows, goals };
}

/** An engine that fails or takes too long is left out, and said so. */
function measureEach({ timeoutMinutes = 5, ...job }) {
  return engines.flatMap((engine) => {
    const asked = { ...job, engine: engine.url, seed: Number(options.seed), isScrambled: engine.isFuzzy };
    const { stdout, stderr, status, signal } = spawnSync(
      process.execPath,
      [
        '--expose-gc',
        '--max-old-space-size=14000',
        fileURLToPath(new URL('measure.mjs', import.meta.url)),
        JSON.stringify(asked),
      ],
      { encoding: 'utf8', timeout: timeoutMinutes * 60_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 28 },
    );
    if (status === 0) return [{ engine, outcome: JSON.parse(stdout) }];
    const reason =
      signal === null ? stderr.trim().split('\n').slice(-3).join(' ') : `over ${timeoutMinutes} minutes`;
    console.log(`  ${engine.title}: no result (${reason})`);
    return [];
  });
}

function choose(available, names) {
  if (names === undefined) return Object.values(available);
  return names.split(',').map((name) => {
    if (Object.hasOwn(available, name)) return available[name];
    console.error(`There is no ${name}. There are: ${Object.keys(available).join(', ')}`);
    return process.exit(2);
  });
}
