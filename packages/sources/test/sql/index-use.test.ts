import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlTableOptions } from '../../src/index.js';
import { indexStatements, sqlSource } from '../../src/index.js';
import { ask } from '../support/test-io-source.js';
import { setUpMs } from './support/set-up-ms.js';
import { positional, recording } from './support/recording.js';
import type { TestDatabase } from './support/test-databases.js';
import { testDatabases } from './support/test-databases.js';

const rows = 20_000;

type Patterns = Readonly<Record<'exceeds' | 'exact' | 'prefix' | 'inside' | 'similar' | 'allRows', RegExp>>;

const sqlitePatterns: Patterns = {
  exceeds: /SCAN/,
  exact: /\(name=\?\)/,
  prefix: /SEARCH people USING COVERING INDEX people_name_prefix \(name>\? AND name<\?\)/,
  inside: /SCAN people_fts VIRTUAL TABLE INDEX/,
  similar: /SCAN people_fts VIRTUAL TABLE INDEX/,
  allRows: /people_name_prefix/,
};

/** One row beyond the limit of 300 is read to know that there are more. */
const postgresPatterns: Patterns = {
  exceeds: /actual rows=1\b/,
  exact: /Index Cond: .*=/,
  prefix: /Index Scan using people_lower_idx.*actual rows=301\b[^]*Index Cond: \(\(lower\(.*~>=~/,
  inside: /Bitmap Index Scan on people_name_idx[^]*~~\*/,
  similar: /Bitmap Index Scan on people_name_idx[^]*%>/,
  allRows: /Seq Scan on people \(actual rows=(?!1001\b|501\b|500\b)/,
};

describe.each(testDatabases)('$kind, asked by EXPLAIN', ({ open }) => {
  let test: TestDatabase;
  const isSqlite = (): boolean => test.kind === 'SQLite';

  beforeAll(async () => {
    test = await open();
    const series = isSqlite()
      ? `WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${rows})`
      : `WITH series AS (SELECT generate_series(1, ${rows}) AS n)`;
    await test.run('CREATE TABLE people (name varchar(80) NOT NULL, team text, score integer)');
    await test.run(
      `INSERT INTO people ${series} SELECT 'Person ' || (n * 7919 % ${rows}) || ' of ' || n, 'team ' || (n % 20), n FROM series`,
    );
    if (!isSqlite()) await test.run('CREATE EXTENSION pg_trgm');
    const request = { dialect: test.database.dialect, table: 'people', column: 'name' } as const;
    const { prefix, inside } = indexStatements(request);
    await test.run(prefix);
    await test.run(inside);
    if (isSqlite()) await test.run("INSERT INTO people_fts (people_fts) VALUES ('rebuild')");
    else await test.run('ANALYZE people');
  }, setUpMs);
  afterAll(() => test.close());

  /** The plans of all that a source asks for a text, one string a statement. */
  const plansOf = async (value: string, options: Partial<SqlTableOptions> = {}): Promise<string[]> => {
    const { database, asked } = recording(test.database);
    const fts = isSqlite() ? { fts: 'people_fts' } : {};
    await ask(
      sqlSource({ database, table: 'people', column: 'name', ...fts, ...options }),
      value,
      undefined,
      { team: 'team 3' },
    );
    const plans = [];
    for (const statement of asked) {
      const { text, values } = positional(statement, database.dialect);
      const explain = isSqlite() ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF)';
      plans.push(
        (await test.run(`${explain} ${text}`, values))
          .map((row) => row['QUERY PLAN'] ?? row['detail'])
          .join('\n'),
      );
    }
    return plans;
  };
  const patterns = (): Patterns => (isSqlite() ? sqlitePatterns : postgresPatterns);

  it('finds what begins with the text by the index for that, in its order, and reads no row in vain', async () => {
    const [exceeds, exact, prefix, ...more] = await plansOf('pers');
    expect(exceeds).toMatch(patterns().exceeds);
    expect(exact).toMatch(patterns().exact);
    expect(prefix).toMatch(patterns().prefix);
    expect(prefix).not.toMatch(/Sort|TEMP B-TREE/);
    expect(more).toEqual([]);
  });

  it('finds what has the text inside by trigrams', async () => {
    const plans = await plansOf('son 4711 of');
    expect(plans.at(-1)).toMatch(patterns().inside);
    for (const plan of plans.slice(1)) expect(plan).not.toMatch(/Seq Scan|SCAN people\b(?!_fts)/);
  });

  it('finds what is alike by trigrams, where the database can', async () => {
    const plans = await plansOf('persoon 4711 of 3');
    expect(plans.at(-1)).toMatch(patterns().similar);
  });

  it('compares a column and finds by prefix in one index', async () => {
    const where = { team: 'arguments.team' } as const;
    const { prefix } = indexStatements({
      dialect: test.database.dialect,
      table: 'people',
      column: 'name',
      where: ['team'],
    });
    await test.run(
      isSqlite()
        ? prefix.replace('people_name_prefix', 'people_team')
        : prefix.replace('INDEX ON', 'INDEX people_team ON'),
    );
    if (!isSqlite()) await test.run('ANALYZE people');
    const plans = await plansOf('person 47', { where, maxWhole: 0 });
    const found = plans.find((plan) =>
      (isSqlite() ? /people_team \(team=\? AND name>\?/ : /people_team[^]*Index Cond: .*team.*~>=~/).test(
        plan,
      ),
    );
    expect(found).toBeDefined();
    await test.run('DROP INDEX people_team');
  });

  it('takes the first rows of an index by weight where nothing is typed', async () => {
    await test.run(`CREATE INDEX people_score ON people (score DESC${isSqlite() ? '' : ' NULLS LAST'})`);
    const plans = await plansOf('', { weight: 'score' });
    expect(plans.at(-1)).toMatch(/people_score/);
    expect(plans.at(-1)).not.toMatch(/Sort|TEMP B-TREE/);
    await test.run('DROP INDEX people_score');
    const without = await plansOf('', { weight: 'score' });
    expect(without.at(-1)).not.toMatch(/Sort|TEMP B-TREE/);
  });

  it('reads no more than the first rows where there is no index', async () => {
    const plans = await plansOf('team 3', {
      column: 'team',
      distinct: true,
      search: ['team'],
      fts: undefined as never,
      maxScanned: 500,
    });
    expect(plans.join('\n')).not.toMatch(patterns().allRows);
  });
});
