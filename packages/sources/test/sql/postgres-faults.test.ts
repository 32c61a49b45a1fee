import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestPostgres } from '../../../../test/support/postgres.js';
import { startPostgres } from '../../../../test/support/postgres.js';
import type { PostgresDatabaseOptions, SqlDatabase, SqlSource } from '../../src/index.js';
import { postgresDatabase, sqlSource } from '../../src/index.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { ask, toAnswer, valuesOf } from '../support/test-io-source.js';

const sleeps = 'SELECT :value || pg_sleep(60)::text AS value';
const typed = 'what-a-person-typed';

const items = (database: SqlDatabase): SqlSource => sqlSource({ database, table: 'items', column: 'name' });

const valuesFrom = async (source: SqlSource): Promise<string[]> =>
  valuesOf(toAnswer(await ask(source, '')).candidates);

const listen = async (
  onSocket: (socket: Socket) => void,
): Promise<{ url: string; server: Server; sockets: Set<Socket> }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `postgres://u:secret@127.0.0.1:${port}/d`, server, sockets };
};

const failure = async (options: PostgresDatabaseOptions): Promise<unknown> => {
  const database = postgresDatabase(options);
  try {
    return await ask(sqlSource({ database, table: 'items', column: 'name' }), typed).catch(
      (error: unknown) => error,
    );
  } finally {
    await database.close();
  }
};

describe('a PostgreSQL server that is not well', () => {
  let server: TestPostgres;
  let admin: Client;
  const folder = temporaryFolder();
  const opened: SqlDatabase[] = [];
  const open = (options: PostgresDatabaseOptions = {}): SqlDatabase => {
    const database = postgresDatabase({ url: server.url, ...options });
    opened.push(database);
    return database;
  };
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  /** How many of our queries the server is busy with. */
  const active = async (): Promise<number> => {
    const { rows } = await admin.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'mcp-typeahead' AND state = 'active'",
    );
    return rows[0]!.count;
  };
  const isBusyWith = (count: number): Promise<void> =>
    vi.waitFor(async () => expect(await active()).toBe(count), { timeout: 20_000 });

  beforeAll(async () => {
    server = await startPostgres();
    admin = await connect();
    await admin.query("CREATE TABLE items AS SELECT unnest(ARRAY['alpha', 'beta']) AS name");
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  afterAll(async () => {
    await admin.end();
    await server.close();
  });

  it('is asked no longer when the caller goes: the query ends on the server', async () => {
    const source = sqlSource({ database: open({ maxConnections: 1 }), query: sleeps });
    const caller = new AbortController();
    const outcome = ask(source, '', caller.signal).catch((error: unknown) => error);
    await isBusyWith(1);
    const reason = new Error('gone');
    caller.abort(reason);
    expect(await outcome).toBe(reason);
    expect(await active()).toBe(0);
  });

  it('hands the connection of a query that was ended to the next reader', async () => {
    const database = open({ maxConnections: 1 });
    const slow = sqlSource({ database, query: sleeps });
    for (let round = 0; round < 5; round += 1) {
      const caller = new AbortController();
      const outcome = ask(slow, '', caller.signal).catch(() => 'gone');
      await isBusyWith(1);
      caller.abort();
      expect(await outcome).toBe('gone');
      expect(await valuesFrom(items(database))).toEqual(['alpha', 'beta']);
    }
  });

  it('ends a query itself after the time it was given', async () => {
    const source = sqlSource({ database: open({ timeoutMs: 100 }), query: sleeps });
    const error = await ask(source, typed).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'timeout' });
    expect(inspect(error)).not.toContain(typed);
    expect(await active()).toBe(0);
  });

  it('is asked by so many at a time, and keeps so many waiting', async () => {
    const database = open({ maxConnections: 2, maxWaiting: 3 });
    const caller = new AbortController();
    const slow = Array.from({ length: 5 }, () =>
      ask(sqlSource({ database, query: sleeps }), '', caller.signal).catch((error: unknown) => error),
    );
    await isBusyWith(2);
    await expect(ask(items(database), '')).rejects.toMatchObject({ code: 'busy' });
    caller.abort(new Error('gone'));
    for (const outcome of await Promise.all(slow)) expect(outcome).toMatchObject({ message: 'gone' });
    expect(await valuesFrom(items(database))).toEqual(['alpha', 'beta']);
  });

  it('lets nobody wait for a connection longer than was said', async () => {
    const database = open({ maxConnections: 1, connectTimeoutMs: 2_000 });
    const caller = new AbortController();
    const slow = ask(sqlSource({ database, query: sleeps }), '', caller.signal).catch(() => 'gone');
    await isBusyWith(1);
    await expect(ask(items(database), '')).rejects.toMatchObject({ code: 'busy' });
    caller.abort();
    await slow;
  });

  it('is used again after it was killed and started anew, idle connections and all', async () => {
    const database = open();
    const source = items(database);
    await Promise.all(Array.from({ length: 5 }, () => valuesFrom(source)));
    for (let round = 0; round < 3; round += 1) {
      await server.restart();
      expect(await valuesFrom(source)).toEqual(['alpha', 'beta']);
    }
    await server.kill();
    await expect(ask(source, typed)).rejects.toMatchObject({ code: 'unreachable' });
    await server.restart();
    expect(await valuesFrom(source)).toEqual(['alpha', 'beta']);
    admin = await connect();
  });

  it('fails the query that it was killed under, at once, and answers the next one when it is back', async () => {
    const database = open();
    const outcome = ask(sqlSource({ database, query: sleeps }), '').catch((error: unknown) => error);
    await isBusyWith(1);
    await server.restart();
    expect(await outcome).toMatchObject({ code: 'unreachable' });
    expect(await valuesFrom(items(database))).toEqual(['alpha', 'beta']);
    admin = await connect();
  });

  it('has its connections ended by an administrator without harm', async () => {
    const source = items(open({ maxConnections: 2 }));
    await Promise.all([valuesFrom(source), valuesFrom(source)]);
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'mcp-typeahead'",
    );
    expect(await valuesFrom(source)).toEqual(['alpha', 'beta']);
  });

  it('has no room for another connection, and says so', async () => {
    await admin.query('CREATE ROLE narrow LOGIN CONNECTION LIMIT 0');
    const url = server.url.replace('owner@', 'narrow:secret@');
    const error = await ask(items(open({ url })), typed).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'busy' });
    expect(inspect(error, { depth: 9 })).not.toMatch(/secret|narrow|what-a-person/);
  });

  it('refuses a role that does not exist, and the error names neither it nor its password', async () => {
    const url = server.url.replace('owner@', 'somebody:secret@');
    const error = await ask(items(open({ url })), typed).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'access-denied' });
    expect(inspect(error, { depth: 9 })).not.toMatch(/secret|somebody|what-a-person/);
  });

  it('says what is wrong with a query, and nothing of what was typed', async () => {
    const database = open();
    const wrong = await ask(sqlSource({ database, table: 'no_such_table', column: 'name' }), typed).catch(
      (error: unknown) => error,
    );
    expect(wrong).toMatchObject({ code: 'query-failed', message: expect.stringContaining('no_such_table') });
    const fails = sqlSource({
      database,
      query: 'SELECT name FROM items WHERE name = :value OR 1 / (length(:value) - length(:value)) = 1',
    });
    const failed = await ask(fails, typed).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'query-failed', message: expect.stringContaining('22012') });
    expect(inspect([wrong, failed], { depth: 9 })).not.toContain(typed);
    expect(() => postgresDatabase({ url: 'mysql://u:secret@h/d' })).toThrow(/postgres:\/\//);
    expect(() => postgresDatabase({ url: 'mysql://u:secret@h/d' })).not.toThrow(/secret/);
  });

  it('takes the password from a file, whatever it is at the time of each connection', async () => {
    const client = await connect();
    await client.query("CREATE ROLE reader LOGIN PASSWORD 'first'; GRANT SELECT ON items TO reader");
    await client.query("ALTER SYSTEM SET password_encryption = 'scram-sha-256'");
    const { rows } = await client.query<{ hba_file: string }>(
      "SELECT current_setting('hba_file') AS hba_file",
    );
    const { readFile, writeFile } = await import('node:fs/promises');
    const hba = await readFile(rows[0]!.hba_file, 'utf8');
    await writeFile(rows[0]!.hba_file, `host all reader 127.0.0.1/32 scram-sha-256\n${hba}`);
    await client.query('SELECT pg_reload_conf()');
    const passwordFile = folder.write('password', 'first\n');
    const url = server.url.replace('owner@', 'reader@');
    expect(await valuesFrom(items(open({ url, passwordFile })))).toEqual(['alpha', 'beta']);
    await client.query("ALTER ROLE reader PASSWORD 'second'");
    await expect(ask(items(open({ url, passwordFile })), '')).rejects.toMatchObject({
      code: 'access-denied',
    });
    folder.write('password', 'second');
    expect(await valuesFrom(items(open({ url, passwordFile })))).toEqual(['alpha', 'beta']);
    await expect(ask(items(open({ url, passwordFile: folder.path('none') })), '')).rejects.toMatchObject({
      code: 'unreadable',
    });
    await client.end();
  });
});

describe('something at the address that is no PostgreSQL server', () => {
  it('refuses the connection', async () => {
    const { url, server } = await listen(() => undefined);
    server.close();
    await once(server, 'close');
    const error = await failure({ url });
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
  });

  it('accepts it and never answers', async () => {
    const { url, server, sockets } = await listen(() => undefined);
    expect(await failure({ url, connectTimeoutMs: 100 })).toMatchObject({ code: 'unreachable' });
    await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 20_000 });
    server.close();
  });

  it('accepts it and hangs up', async () => {
    const { url, server } = await listen((socket) => socket.destroy());
    expect(await failure({ url })).toMatchObject({ code: 'unreachable' });
    server.close();
  });

  it('answers with garbage', async () => {
    const { url, server } = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await failure({ url, connectTimeoutMs: 500 });
    expect(error).toMatchObject({ name: 'SourceError' });
    expect(inspect(error, { depth: 9 })).not.toContain('secret');
    server.close();
  });
});
