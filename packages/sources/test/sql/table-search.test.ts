import type { CandidateInput } from '@mcp-typeahead/server';
import { completer } from '@mcp-typeahead/server';
import { testCompleter } from '@mcp-typeahead/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MissingIndex, SqlSource, SqlTableOptions } from '../../src/index.js';
import { indexStatements, sqlSource } from '../../src/index.js';
import { ask, toAnswer, valuesOf } from '../support/test-io-source.js';
import { setUpMs } from './support/set-up-ms.js';
import type { TestDatabase } from './support/test-databases.js';
import { testDatabases } from './support/test-databases.js';

const cities = [
  'Paris',
  'Parma',
  'Padua',
  'San Paolo',
  'Berlin',
  'Ulm',
  'ÉCLAIR',
  '100% Cotton',
  'under_score',
  'back\\slash',
];

const find = async (
  from: SqlSource,
  value: string,
  given: Record<string, string> = {},
): Promise<readonly string[]> => valuesOf(toAnswer(await ask(from, value, undefined, given)).candidates);

describe.each(testDatabases)('a table of $kind', ({ open }) => {
  let test: TestDatabase;
  const isSqlite = (): boolean => test.kind === 'SQLite';
  const source = (options: Partial<SqlTableOptions> = {}): SqlSource =>
    sqlSource({ database: test.database, table: 'cities', column: 'name', ...options });
  beforeAll(async () => {
    test = await open();
    await test.run('CREATE TABLE cities (name varchar(200), label text, people integer, country text)');
    for (const [index, name] of cities.entries()) {
      await test.run('INSERT INTO cities VALUES ($1, $2, $3, $4)', [
        name,
        `Title ${index}`,
        index,
        index < 4 ? 'south' : 'north',
      ]);
    }
    await test.run('INSERT INTO cities VALUES (NULL, NULL, NULL, NULL)');
    // Two places with the names of columns and tables that need quotes.
    await test.run('CREATE TABLE "Odd ""Table""" ("Select" text)');
    await test.run('INSERT INTO "Odd ""Table""" VALUES ($1)', ['found']);
    // More rows than are ever read whole, each number twice.
    await test.run('CREATE TABLE products (sku text, name text, sold integer, shop text)');
    const series = isSqlite()
      ? 'WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < 6000)'
      : 'WITH series AS (SELECT generate_series(1, 6000) AS n)';
    await test.run(
      `INSERT INTO products ${series} SELECT 'SKU-' || n, CASE n % 3 WHEN 0 THEN 'Hammer ' WHEN 1 THEN 'Saw ' ELSE 'Nail ' END || n, n, 'shop-' || (n % 2) FROM series`,
    );
    if (!isSqlite()) await test.run('CREATE EXTENSION pg_trgm');
    for (const column of ['sku', 'name']) {
      const { prefix, inside } = indexStatements({
        dialect: test.database.dialect,
        table: 'products',
        column,
      });
      await test.run(prefix);
      if (!isSqlite()) await test.run(inside);
    }
    if (isSqlite()) {
      await test.run(
        "CREATE VIRTUAL TABLE products_fts USING fts5(name, sku, content='products', tokenize='trigram')",
      );
      await test.run('INSERT INTO products_fts (rowid, name, sku) SELECT rowid, name, sku FROM products');
    } else await test.run('ANALYZE');
  }, setUpMs);
  afterAll(() => test.close());

  /** The indexed table, with everything that its dialect has. */
  const products = (options: Partial<SqlTableOptions> = {}): SqlSource =>
    source({
      table: 'products',
      column: 'sku',
      title: 'name',
      ...(isSqlite() ? { fts: 'products_fts' } : {}),
      ...options,
    });

  it('is given whole while it is small, and its count is known', async () => {
    const { candidates, complete } = toAnswer(await ask(source(), 'par'));
    expect(valuesOf(candidates).sort()).toEqual([...cities].sort());
    expect(complete).toBe(true);
    const { values, total, hasMore } = await testCompleter(completer(source())).complete('par');
    expect([values.slice(0, 2), hasMore]).toEqual([['Paris', 'Parma'], false]);
    expect(total).toBe(values.length);
  });

  it('makes candidates of a title, a description and a weight', async () => {
    const { candidates } = toAnswer(
      await ask(source({ title: 'label', description: 'country', weight: 'people' }), ''),
    );
    expect(candidates).toContainEqual({ value: 'Parma', title: 'Title 1', description: 'south', weight: 1 });
  });

  it('finds what begins with the text, whatever the case, and then what has it inside', async () => {
    expect(await find(source({ maxWhole: 0 }), 'pa')).toEqual(
      expect.arrayContaining(['Paris', 'Parma', 'Padua', 'San Paolo']),
    );
    expect(await find(products(), 'sku-599')).toEqual([
      'SKU-599',
      ...Array.from({ length: 10 }, (_, digit) => `SKU-599${digit}`),
    ]);
    expect(await find(products(), 'ku-599')).toHaveLength(11);
  });

  it('finds a value by its title, and says whole values', async () => {
    expect(await find(products(), 'hammer 33')).toEqual(
      expect.arrayContaining(['SKU-33', 'SKU-330', 'SKU-3300']),
    );
    expect(await find(products(), 'mmer 5997')).toEqual(['SKU-5997']);
  });

  it('takes letters beyond ASCII for the same in small and great', async () => {
    await test.run("INSERT INTO products VALUES ('ÉTÉ-1', NULL, NULL, 'shop-2')");
    for (const value of ['été', 'Été', 'ÉT']) {
      const values = await find(products({ search: ['sku'], maxScanned: 1 }), value);
      expect(values).toEqual(['ÉTÉ-1']);
    }
    await test.run("DELETE FROM products WHERE shop = 'shop-2'");
  });

  it('takes wildcards, quotes and backslashes for text', async () => {
    const all = source({ maxWhole: 0 });
    expect(await find(all, '100%')).toEqual(['100% Cotton']);
    expect(await find(all, '%')).toEqual(['100% Cotton']);
    expect(await find(all, '_')).toEqual(['under_score']);
    expect(await find(all, '\\')).toEqual(['back\\slash']);
    expect(await find(all, "' OR ''='")).toEqual([]);
    expect(await find(all, '"')).toEqual([]);
    expect(await find(products(), '"; DROP TABLE products; --')).toEqual([]);
    expect(await find(products(), 'a\u0000b')).toEqual([]);
    expect(await find(products(), '\uD800')).toEqual([]);
  });

  it('quotes names', async () => {
    const odd = source({ table: 'Odd "Table"', column: 'Select' });
    expect(await find(odd, 'f')).toEqual(['found']);
    await expect(find(source({ column: 'name" FROM cities; --' }), '')).rejects.toMatchObject({
      code: 'query-failed',
    });
  });

  it('compares columns with arguments, and has nothing to suggest where they are not there', async () => {
    const south = source({ where: { country: 'arguments.region' } });
    expect(south.needs).toEqual(['region']);
    expect(await find(south, '', { region: 'south' })).toEqual(['Paris', 'Parma', 'Padua', 'San Paolo']);
    expect(await find(south, '', { region: "south' OR 'a'='a" })).toEqual([]);
    expect(await find(south, '')).toEqual([]);
    const shop = products({ where: { shop: { equals: 'shop-1' } } });
    expect(await find(shop, 'sku-5998')).not.toContain('SKU-5998');
    expect(await find(shop, 'sku-5999')).toEqual(['SKU-5999']);
  });

  it('compares a column of numbers with a word: nothing is found, and nothing is wrong', async () => {
    const numbers = source({ where: { people: 'arguments.people' } });
    expect(await find(numbers, '', { people: '2' })).toEqual(['Padua']);
    expect(await find(numbers, '', { people: 'two' })).toEqual([]);
  });

  it('compares columns with who asks', async () => {
    const own = source({ where: { country: 'principal.claims.region' } });
    const as = async (claims: Record<string, unknown> | undefined) => {
      const principal = claims === undefined ? undefined : { id: 'ada', claims };
      const request = { value: '', arguments: {}, principal, signal: new AbortController().signal };
      return valuesOf((await own.search(request)).candidates);
    };
    expect(await as({ region: 'south' })).toHaveLength(4);
    expect(await as({ region: ['south'] })).toEqual([]);
    expect(await as({})).toEqual([]);
    expect(await as(undefined)).toEqual([]);
  });

  it('fetches a limited number, says that there is more, and gives no total', async () => {
    const { candidates, complete } = toAnswer(await ask(products({ maxCandidates: 50 }), 'sku-'));
    expect([candidates.length, complete]).toEqual([50, false]);
    const { total, hasMore } = await testCompleter(completer(products({ maxCandidates: 50 }))).complete(
      'sku-',
    );
    expect([total, hasMore]).toEqual([undefined, true]);
    expect(toAnswer(await ask(products(), '')).complete).toBe(false);
  });

  it('is known to be complete when every search came to its end', async () => {
    const { candidates, complete } = toAnswer(await ask(products(), 'sku-599'));
    expect([candidates.length, complete]).toEqual([11, true]);
  });

  it('puts the exact value among the candidates, however many begin with it', async () => {
    expect(await find(products({ maxCandidates: 5, weight: 'sold' }), 'sku-5')).toContain('SKU-5');
  });

  it('prefers a greater weight, with and without an index of that order', async () => {
    const heaviest = ['SKU-5999', 'SKU-5998', 'SKU-5997'];
    const find3 = async () =>
      (
        await find(
          products({ maxCandidates: 4, weight: 'sold', title: undefined as never, search: ['sku'] }),
          'sku-5',
        )
      ).slice(1, 4);
    expect(await find3()).toEqual(heaviest);
    const last = isSqlite() ? '' : ' NULLS LAST';
    await test.run(`CREATE INDEX products_sold ON products (sold DESC${last})`);
    expect(await find3()).toEqual(heaviest);
    const first = await find(products({ maxCandidates: 3, weight: 'sold' }), '');
    expect(first[0]).toBe('SKU-6000');
    await test.run('DROP INDEX products_sold');
  });

  it('suggests a value that many rows have once', async () => {
    const shops = products({ column: 'shop', distinct: true, search: ['shop'], fts: undefined as never });
    expect([...(await find(shops, 'shop'))].sort()).toEqual(['shop-0', 'shop-1']);
    expect([...(await find(shops, ''))].sort()).toEqual(['shop-0', 'shop-1']);
    expect([...(await find(shops, 'op-1'))]).toEqual(['shop-1']);
  });

  it('looks at the first rows only where no index helps, says that there may be more, and what would help', async () => {
    const missing: MissingIndex[] = [];
    const shops = products({
      column: 'shop',
      title: undefined as never,
      search: ['shop'],
      distinct: true,
      fts: undefined as never,
      maxScanned: 10,
      onMissingIndex: (index) => missing.push(index),
    });
    const { candidates, complete } = toAnswer(await ask(shops, 'shop-1'));
    expect([valuesOf(candidates), complete]).toEqual([['shop-1'], false]);
    await ask(shops, 'shop-0');
    expect(missing.map(({ search, column }) => `${search} ${column}`)).toEqual(
      isSqlite() ? ['prefix shop'] : ['prefix shop', 'inside shop'],
    );
    for (const { statement } of missing) expect(statement).toContain('"shop"');
  });

  it('finds what is only alike, where the database can', async () => {
    const values = await find(products(), 'hamer 5997');
    expect(values.includes('SKU-5997')).toBe(!isSqlite());
    expect(toAnswer(await ask(products(), 'hamer 5997')).complete).toBe(isSqlite());
  });

  it('is asked by a query of one’s own', async () => {
    const query = `SELECT sku AS value, name AS title -- :not_a_parameter
      FROM products WHERE sku LIKE :prefix ESCAPE '\\' AND shop = :arguments."shop-name" AND ':value' <> '' ORDER BY sold DESC`;
    const own = sqlSource({ database: test.database, query, maxCandidates: 3 });
    expect(own.needs).toEqual(['shop-name']);
    const reply = toAnswer(await ask(own, 'SKU-', undefined, { 'shop-name': 'shop-0' }));
    expect(reply).toEqual({
      candidates: [
        { value: 'SKU-6000', title: 'Hammer 6000' },
        { value: 'SKU-5998', title: 'Saw 5998' },
        { value: 'SKU-5996', title: 'Nail 5996' },
      ] satisfies CandidateInput[],
      complete: false,
    });
    expect(toAnswer(await ask(own, 'SKU-')).candidates).toEqual([]);
    const first = sqlSource({
      database: test.database,
      query: 'SELECT name FROM cities WHERE name LIKE :inside LIMIT :limit;',
    });
    expect(await find(first, 'erl')).toEqual(['Berlin']);
  });

  it('cannot be written to', async () => {
    const write = sqlSource({ database: test.database, query: 'DELETE FROM cities RETURNING name' });
    await expect(ask(write, '')).rejects.toMatchObject({ name: 'SourceError' });
    expect(await find(source(), '')).toHaveLength(10);
  });
});
