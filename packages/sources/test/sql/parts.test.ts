import { describe, expect, it } from 'vitest';
import { indexStatements, pgliteDatabase, sqliteDatabase, sqlSource } from '../../src/index.js';
import { checkBinding, resolveBinding } from '../../src/sql/bindings.js';
import { codeOf, toSourceError } from '../../src/sql/database-error.js';
import { importDriver } from '../../src/sql/import-driver.js';
import { toPositional } from '../../src/sql/named-parameters.js';
import { escapeLike, quoteIdentifier, quoteTable } from '../../src/sql/quote.js';
import { similarityThreshold } from '../../src/sql/search-table.js';
import { spellings } from '../../src/sql/typed-parameters.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ask, toAnswer, valuesOf } from '../support/test-io-source.js';
import { setUpMs } from './support/set-up-ms.js';
import { openSqliteWriter } from './support/sqlite-file.js';

const folder = temporaryFolder();

const request = (claims: Record<string, unknown> = {}) => ({
  arguments: Object.assign(Object.create(null) as Record<string, string>, { team: 'red' }),
  principal: { id: 'ada', claims },
  signal: new AbortController().signal,
});

const fault = (code: string) => toSourceError(Object.assign(new Error('secret'), { code }), 'the database');

const fill = async (file: string, names: readonly string[]): Promise<void> => {
  const writer = await openSqliteWriter(file);
  writer.exec('CREATE TABLE items (name TEXT)');
  for (const name of names) writer.prepare('INSERT INTO items VALUES (?)').run(name);
  writer.close();
};

describe('named parameters', () => {
  it('become numbers in PostgreSQL and question marks in SQLite, in the order of their use', () => {
    const text = 'SELECT :value, :arguments.team, :value, :arguments."odd name"';
    expect(toPositional(text, 'postgres')).toEqual({
      text: 'SELECT $1, $2, $1, $3',
      names: ['value', 'arguments.team', 'arguments.odd name'],
    });
    expect(toPositional(text, 'sqlite')).toEqual({
      text: 'SELECT ?, ?, ?, ?',
      names: ['value', 'arguments.team', 'value', 'arguments.odd name'],
    });
  });

  it.each([
    "':value'",
    "'it''s :value'",
    String.raw`E'it\'s :value'`,
    '":value"',
    '-- :value',
    '/* :value */',
    '$$ :value $$',
    "$tag$ ' :value $tag$",
    'value::text',
    'a[1:2]',
  ])('are not seen in %s', (text) => {
    expect(toPositional(text, 'postgres')).toEqual({ text, names: [] });
  });

  it('are found in linear time, whatever is not closed', () => {
    for (const open of ["'", '"', '/*', '$a$', "E'\\", ':a."', '$']) {
      const start = performance.now();
      toPositional(open.repeat(20_000), 'postgres');
      expect(performance.now() - start).toBeLessThan(5_000);
    }
  });
});

describe('quoting', () => {
  it('keeps a name a name', () => {
    expect(quoteIdentifier('a"b; --')).toBe('"a""b; --"');
    expect(quoteTable('sales.customers')).toBe('"sales"."customers"');
    expect(quoteTable('"a.b"')).toBe('"a.b"');
    for (const name of ['', 'a\0b']) expect(() => quoteIdentifier(name)).toThrow(/empty name/);
    expect(() => quoteTable('a..b')).toThrow(/empty name/);
  });

  it('keeps a wildcard text', () => {
    expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\');
  });
});

describe('spellings', () => {
  it('are one for ASCII, and several where SQLite does not know small from great', () => {
    expect(spellings('Paris', 'sqlite')).toHaveLength(1);
    expect(new Set(spellings('éA', 'sqlite'))).toEqual(new Set(['éa', 'Éa']));
    expect(spellings('é', 'postgres')).toEqual(['é']);
  });
});

describe('how alike is alike enough', () => {
  it('is what one wrong letter leaves, within bounds', () => {
    expect(similarityThreshold('hamer')).toBe(0.4);
    expect(similarityThreshold('Movixert')).toBeCloseTo(6 / 12);
    expect(similarityThreshold('a long name of many words indeed')).toBe(0.75);
    expect(similarityThreshold('… --')).toBe(0.4);
  });
});

describe('bindings', () => {
  it('take what the request has, and only its own', () => {
    expect(resolveBinding('arguments.team', request())).toBe('red');
    expect(resolveBinding('arguments.constructor', request())).toBeUndefined();
    expect(resolveBinding('principal.id', request())).toBe('ada');
    expect(resolveBinding('principal.claims.org', request({ org: 7 }))).toBe(7);
    expect(resolveBinding('principal.claims.toString', request())).toBeUndefined();
    expect(resolveBinding('principal.claims.org', request({ org: { $ne: 1 } }))).toBeUndefined();
    expect(resolveBinding({ equals: true }, request())).toBe(true);
  });

  it('are checked when the source is made', () => {
    for (const binding of ['team', 'arguments.', 'principal.name', 'principal.claims.']) {
      expect(() => checkBinding(binding, 'where')).toThrow(/expected arguments\.NAME/);
    }
    const database = sqliteDatabase({ file: 'none.db' });
    expect(() => sqlSource({ database, query: 'SELECT :team' })).toThrow(/:team/);
    expect(() => sqlSource({ database, table: 't', column: 'c', maxCandidates: 0 })).toThrow(/maxCandidates/);
    expect(() => sqlSource({ database, table: '', column: 'c' })).toThrow(/empty name/);
  });
});

describe('errors', () => {
  it('say the kind of fault and its code, never the driver’s own words', () => {
    expect(fault('28P01').code).toBe('access-denied');
    expect(fault('53300').code).toBe('busy');
    expect(fault('57014').code).toBe('timeout');
    expect(fault('57P01').code).toBe('unreachable');
    expect(fault('08006').code).toBe('unreachable');
    expect(fault('22P02').code).toBe('impossible-value');
    expect(fault('XX000').code).toBe('query-failed');
    for (const code of ['28P01', '53300', '57014', '57P01', '22P02', 'XX000', 'ECONNRESET']) {
      expect(fault(code).message).not.toContain('secret');
      expect(fault(code).cause).toBeUndefined();
    }
    expect(codeOf(new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]))).toBe(
      'ECONNREFUSED',
    );
    expect(codeOf(undefined)).toBe('');
  });

  it('tell of a driver that is not installed, and how to install it', async () => {
    await expect(importDriver('no-such-driver')).rejects.toMatchObject({
      code: 'driver-missing',
      message: expect.stringContaining('npm install no-such-driver'),
    });
  });
});

describe('a file of SQLite', () => {
  it('is opened anew when another is moved into its place', async () => {
    const file = folder.path('moved.db');
    await fill(file, ['old']);
    const database = sqliteDatabase({ file });
    const source = sqlSource({ database, table: 'items', column: 'name' });
    const values = async (): Promise<string[]> => valuesOf(toAnswer(await ask(source, '')).candidates);
    expect(await values()).toEqual(['old']);
    await fill(folder.path('other.db'), ['new']);
    const { renameSync } = await import('node:fs');
    renameSync(folder.path('other.db'), file);
    expect(await values()).toEqual(['new']);
    await database.close();
    expect(await values()).toEqual(['new']);
    await database.close();
  });

  it('that is none says so', async () => {
    const none = sqlSource({
      database: sqliteDatabase({ file: folder.path('none.db') }),
      table: 'items',
      column: 'name',
    });
    await expect(ask(none, '')).rejects.toMatchObject({ code: 'not-found' });
    const file = folder.write(
      'text.db',
      'this is no database, and it is long enough to be taken for one'.repeat(100),
    );
    const text = sqlSource({ database: sqliteDatabase({ file }), table: 'items', column: 'name' });
    await expect(ask(text, '')).rejects.toMatchObject({
      code: 'query-failed',
      message: expect.stringContaining('SQLITE_NOTADB'),
    });
  });

  it('BUG-172 has one row more than wanted read of ten million, and its cursor closed', async () => {
    const connection = await openSqliteWriter(':memory:');
    let read = 0;
    let closed = 0;
    const counting = {
      close: () => undefined,
      prepare: (text: string) => ({
        *iterate(...parameters: unknown[]) {
          try {
            for (const row of connection.prepare(text).iterate(...parameters)) {
              read += 1;
              yield row;
            }
          } finally {
            closed += 1;
          }
        },
      }),
    };
    const query =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000) SELECT i AS value FROM n';
    const source = sqlSource({
      database: sqliteDatabase({ connection: counting }),
      query,
      maxCandidates: 100,
    });
    const { candidates, complete } = toAnswer(await ask(source, ''));
    expect([candidates.length, complete, read, closed]).toEqual([100, false, 101, 1]);
    connection.close();
  });

  it('stops reading when its time is over', async () => {
    const connection = await openSqliteWriter(':memory:');
    const query = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS value FROM n';
    const source = sqlSource({ database: sqliteDatabase({ connection, timeoutMs: 0 }), query });
    await expect(ask(source, '')).rejects.toMatchObject({ code: 'timeout' });
    connection.close();
  });
});

describe('a folder of PGlite', () => {
  it(
    'is opened at the first reading',
    async () => {
      const { PGlite } = await import('@electric-sql/pglite');
      const place = folder.path('pglite');
      const writer = await PGlite.create(place);
      await writer.exec("CREATE TABLE items AS SELECT 'found' AS name");
      await writer.close();
      const database = pgliteDatabase({ folder: place });
      const source = sqlSource({ database, table: 'items', column: 'name' });
      expect(valuesOf(toAnswer(await ask(source, '')).candidates)).toEqual(['found']);
      await database.close();
    },
    setUpMs,
  );
});

describe('indexStatements', () => {
  it('has the compared columns first', () => {
    expect(
      indexStatements({ dialect: 'postgres', table: 'sales.customers', column: 'name', where: ['country'] }),
    ).toEqual({
      prefix: 'CREATE INDEX ON "sales"."customers" ("country", lower("name") text_pattern_ops)',
      inside: 'CREATE INDEX ON "sales"."customers" USING gin ("name" gin_trgm_ops)',
    });
  });
});
