// Five million rows in PostgreSQL: what a source needs for 100 candidates, by prefix, inside and alike, through pool, transaction and driver.
import { createRequire } from 'node:module';
import { postgresDatabase, sqlSource } from '../packages/sources/dist/index.js';
import { startPostgres } from '../scripts/lib/postgres-server.mjs';
import { quantile } from './lib/stats.mjs';

export const title = 'Values from PostgreSQL with 5,000,000 rows, 100 candidates an answer (milliseconds)';

const rows = Number(process.env.SQL_ROWS ?? 5_000_000);
const asked = 200;
const maxMs = 25;
// pg belongs to the package, not to this folder.
const { Client } = createRequire(new URL('../packages/sources/package.json', import.meta.url))('pg');

/** The same numbers in every run. */
function createRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = createRandom(7);
const parts =
  'ba be bi bo bu ca ce da de di do fa fe ga gi ha he ja jo ka ki la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to va vi wa za zo'.split(
    ' ',
  );
const ends = 'n r s l nd rt ck x'.split(' ');
const pick = (list) => list[random(list.length)];
const word = (syllables) => {
  const text = Array.from({ length: syllables }, () => pick(parts)).join('') + pick(ends);
  return text[0].toUpperCase() + text.slice(1);
};
const words = (count, syllables) => [...new Set(Array.from({ length: count }, () => word(syllables)))];
const first = words(2_000, 2);
const last = words(20_000, 3);
const nameOf = (n) =>
  `${first[(n * 7_919) % first.length]} ${last[(n * 104_729) % last.length]} ${n.toString(36).toUpperCase()}`;

async function seed(client) {
  await client.query('CREATE EXTENSION pg_trgm');
  await client.query('CREATE UNLOGGED TABLE customers (name text NOT NULL, sold integer NOT NULL)');
  const batch = 50_000;
  for (let from = 0; from < rows; from += batch) {
    const names = Array.from({ length: Math.min(batch, rows - from) }, (_, index) => nameOf(from + index));
    await client.query(
      'INSERT INTO customers SELECT name, (hashtext(name) & 65535) FROM unnest($1::text[]) AS name',
      [names],
    );
  }
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query('CREATE INDEX ON customers (lower(name) text_pattern_ops)');
  await client.query('CREATE INDEX ON customers USING gin (name gin_trgm_ops)');
  await client.query('CREATE INDEX ON customers (sold DESC NULLS LAST)');
  await client.query('VACUUM ANALYZE customers');
}

/** What people type: the beginning of a name, a part of one, one with a letter too few. */
const kinds = {
  'prefix of 1 to 3': () =>
    nameOf(random(rows))
      .slice(0, 1 + random(3))
      .toLowerCase(),
  'prefix of 4 to 12': () =>
    nameOf(random(rows))
      .slice(0, 4 + random(9))
      .toLowerCase(),
  'inside, 4 to 7 of a last name': () => {
    const name = last[random(last.length)];
    return name.slice(1, 5 + random(4));
  },
  'a whole last name': () => last[random(last.length)],
  'alike: a letter left out': () => {
    const name = nameOf(random(rows));
    const at = 2 + random(name.length - 8);
    return name.slice(0, at) + name.slice(at + 1);
  },
  'nothing typed': () => '',
};

async function measure(source, text) {
  const times = [];
  let found = 0;
  for (let index = 0; index < asked; index += 1) {
    const request = {
      value: text(),
      arguments: {},
      principal: undefined,
      signal: new AbortController().signal,
    };
    const start = performance.now();
    const { candidates } = await source.search(request);
    times.push(performance.now() - start);
    found += candidates.length;
  }
  return { times, found: found / asked };
}

const residentMiB = () => {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};

export async function run() {
  const server = await startPostgres(['shared_buffers=2GB', 'max_wal_size=8GB', 'jit=off']);
  const client = new Client({ connectionString: server.url });
  const database = postgresDatabase({ url: server.url, timeoutMs: 60_000 });
  try {
    await client.connect();
    await seed(client);
    const table = { database, table: 'customers', column: 'name', maxCandidates: 100 };
    const sources = { '': sqlSource(table), ', by weight': sqlSource({ ...table, weight: 'sold' }) };
    for (const source of Object.values(sources)) {
      for (const text of Object.values(kinds)) await measure(source, text);
    }
    const before = residentMiB();
    const measured = [];
    for (const [how, source] of Object.entries(sources)) {
      for (const [kind, text] of Object.entries(kinds)) {
        const { times, found } = await measure(source, text);
        measured.push({ kind: kind + how, times, found });
      }
    }
    const grown = residentMiB() - before;
    const slow = measured.filter(({ times }) => quantile(times, 0.95) >= maxMs);
    return {
      columns: ['typed', 'p50', 'p95', 'p99', 'candidates'],
      rows: measured.map(({ kind, times, found }) => [
        kind,
        quantile(times, 0.5),
        quantile(times, 0.95),
        quantile(times, 0.99),
        Math.round(found),
      ]),
      goals: [
        {
          met: slow.length === 0,
          text: `p95 under ${maxMs} ms${slow.length === 0 ? '' : `, but not: ${slow.map(({ kind }) => kind).join('; ')}`}`,
        },
        {
          met: grown <= 20,
          text: `${asked * measured.length} answers leave ${grown.toFixed(1)} MiB more (goal: at most 20)`,
        },
      ],
    };
  } finally {
    await database.close();
    await client.end();
    await server.close();
  }
}
