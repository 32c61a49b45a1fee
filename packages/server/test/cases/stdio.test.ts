import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChildServer } from '../support/child-server.js';
import { isAlive, startServer } from '../support/child-server.js';
import { modernParams } from '../support/hosts.js';
import { promptParams } from '../support/raw-client.js';

const servers: ChildServer[] = [];

function start(script: string, ...args: string[]): ChildServer {
  const server = startServer(script, ...args);
  servers.push(server);
  return server;
}

afterEach(() => {
  for (const { child } of servers.splice(0)) child.kill('SIGKILL');
});

/** Two seconds are promised. */
const promisedMs = 2_000;

/** A shared machine may be late itself; a server that is late is late each time. */
const timed = { retry: 2 };

describe.each(['v1', 'v2', 'v2-instance'])('serveStdio, %s', (kind) => {
  it('BUG-034 malformed params and lines are answered by id, and the session goes on', async () => {
    const server = start('server.mjs', kind);
    await server.initialize();
    const ref = { type: 'ref/prompt', name: 'p' };
    const method = 'completion/complete';
    const requests: Record<string, unknown>[] = [
      { id: 1 },
      { id: 2, params: null },
      { id: 3, params: [] },
      { id: 4, params: { ref } },
      { id: 5, params: { ref, argument: { name: 'a' } } },
      { id: 6, params: { ref, argument: { name: 'a', value: 5 } } },
      { id: '7', params: 'text' },
      { id: 8, params: { ...promptParams('p', 'a'), _meta: null } },
      { id: 9, params: { ...promptParams('p', 'a'), _meta: { progressToken: {} } } },
    ];
    for (const request of requests) server.send({ jsonrpc: '2.0', method, ...request });
    for (const { id } of requests) {
      const response = await server.response(id);
      expect([id, response]).toMatchObject([id, { error: { code: -32602 } }]);
    }
    for (const line of [
      '{',
      'null',
      '[]',
      '"text"',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '',
      '\u0000',
    ])
      server.line(line);
    server.send({ jsonrpc: '2.0', id: 10, method, params: promptParams('p', 'a'), unknownMember: true });
    expect(await server.response(10)).toMatchObject({ result: { completion: { values: ['x'] } } });
  });

  it('BUG-157 notifications that mean nothing are not answered', async () => {
    const server = start('server.mjs', kind);
    await server.initialize();
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 999 } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: null });
    server.send({ jsonrpc: '2.0', method: 'notifications/unknown_thing', params: { a: 1 } });
    server.send({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params: promptParams('p', 'a') });
    expect(await server.response(1)).toMatchObject({ result: { completion: { values: ['x'] } } });
    expect(server.received).toHaveLength(2);
  });

  it(
    'BUG-150 the process ends when its stdin does, although a completer keeps an interval',
    timed,
    async () => {
      const server = start('server.mjs', kind);
      await server.initialize();
      server.send({
        jsonrpc: '2.0',
        id: 1,
        method: 'completion/complete',
        params: promptParams('p', 'polling'),
      });
      await server.response(1);
      server.child.stdin.end();
      const { code, afterMs } = await server.exit();
      expect(code).toBe(0);
      expect(afterMs).toBeLessThan(promisedMs);
    },
  );

  it('BUG-150 it ends on SIGHUP', timed, async () => {
    const server = start('server.mjs', kind, 'interval');
    await server.initialize();
    server.child.kill('SIGHUP');
    const { code, afterMs } = await server.exit();
    expect(code).toBe(0);
    expect(afterMs).toBeLessThan(promisedMs);
  });

  it('BUG-150 it ends when its parent is killed, although the pipe stays open', timed, async () => {
    const server = start('parent.mjs', kind, 'interval');
    await server.initialize();
    const pid = Number(/pid (\d+)/.exec(server.stderr())?.[1]);
    expect(isAlive(pid)).toBe(true);
    server.child.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: promisedMs, interval: 20 });
  });

  it('BUG-151 it ends when nobody reads its stdout, and takes no processor time', timed, async () => {
    const server = start('server.mjs', kind, 'notify');
    await server.initialize();
    const pid = server.child.pid ?? 0;
    server.child.stdout.destroy();
    let cpuSeconds = 0;
    const startedWith = cpuSecondsOf(pid) ?? 0;
    await vi.waitFor(
      () => {
        cpuSeconds = cpuSecondsOf(pid) ?? cpuSeconds;
        expect(server.child.exitCode).toBe(0);
      },
      { timeout: 5_000, interval: 50 },
    );
    expect(cpuSeconds - startedWith).toBeLessThan(0.5);
  });

  it('answers what is under way when stdin ends', async () => {
    const server = start('server.mjs', kind);
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params: promptParams('p', 'slow') });
    server.child.stdin.end();
    expect(await server.response(1)).toMatchObject({ result: { completion: { values: ['slow'] } } });
    expect((await server.exit()).code).toBe(0);
  });
});

it('a factory is served in the modern era too', async () => {
  const server = start('server.mjs', 'v2');
  server.send({
    jsonrpc: '2.0',
    id: 1,
    method: 'completion/complete',
    params: modernParams(promptParams('p', 'a')),
  });
  expect(await server.response(1)).toMatchObject({
    result: { resultType: 'complete', completion: { values: ['x'], total: 1, hasMore: false } },
  });
});

/** User and system time of a process (proc(5), fields 14 and 15, in hundredths of a second). */
function cpuSecondsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}
