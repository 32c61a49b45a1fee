import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openChild, type OpenChildOptions } from '../src/index.js';
import { echoScript, hangs, openScript } from './support/processes.js';
import { record, withId } from './support/record.js';

describe('openChild', () => {
  it('carries messages both ways, with every character intact', async () => {
    const wire = openScript(echoScript);
    const { first } = record(wire);
    const params = { text: '世界 👩‍👩‍👧 \u2028\n"\\', deep: [null, true, { __proto__: null, n: 1.5 }] };
    await wire.send({ jsonrpc: '2.0', id: 'a', method: 'echo', params });
    expect(await first(withId('a'))).toEqual({ jsonrpc: '2.0', id: 'a', result: params });
  });

  it('keeps a character whole that the child writes in two pieces', async () => {
    const wire = openScript(`
      const bytes = Buffer.from('{"jsonrpc":"2.0","method":"é世😀"}\\n');
      for (const byte of bytes) {
        process.stdout.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      process.stdin.resume();`);
    const { first } = record(wire);
    expect(await first(() => true)).toEqual({ jsonrpc: '2.0', method: 'é世😀' });
  });

  it('BUG-144 goes on past log objects, banners, empty lines and other JSON on stdout', async () => {
    const wire = openScript(`
      const say = (line) => console.log(line);
      say('{"level":"info","msg":"up"}');
      say('*** ready on port 3000 ***'.padEnd(400, '*'));
      say('');
      ${echoScript}
      say('null'); say('[]'); say('42');`);
    const { messages, noise, first } = record(wire);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    await wire.send({ jsonrpc: '2.0', id: 2, method: 'completion/complete' });
    await first(withId(2));
    await vi.waitFor(() => expect(noise).toHaveLength(6));
    expect(messages.map((message) => 'id' in message && message.id)).toEqual([1, 2]);
    expect(noise.map(({ kind }) => kind)).toEqual(Array(6).fill('stdout-line'));
    expect(noise.map(({ text }) => text)).toEqual([
      '{"level":"info","msg":"up"}',
      '*** ready on port 3000 ***'.padEnd(100, '*'),
      '',
      'null',
      '[]',
      '42',
    ]);
  });

  it('delivers each message of a batch', async () => {
    const wire = openScript(`
      console.log('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"n"}]');
      process.stdin.resume();`);
    const { messages } = record(wire);
    await vi.waitFor(() => expect(messages).toHaveLength(2));
  });

  it('delivers what the child wrote last, even without a newline, before it says that the child is gone', async () => {
    const wire = openScript(`process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}');`);
    const { messages } = record(wire);
    expect(await wire.closed).toMatchObject({ code: 'exited', exitCode: 0 });
    expect(messages).toHaveLength(1);
  });

  it('tells how the child ended, and what it last wrote to stderr', async () => {
    const wire = openScript(`
      for (let i = 0; i < 2000; i += 1) console.error('line ' + i);
      console.error('Error: no API key');
      process.exitCode = 3;`);
    const { noise } = record(wire);
    const closed = await wire.closed;
    expect(closed).toMatchObject({
      code: 'exited',
      exitCode: 3,
      message: 'The child process ended with exit code 3.',
    });
    expect(closed.stderrTail).toMatch(/line 1999\nError: no API key$/);
    expect(closed.stderrTail?.length).toBeLessThanOrEqual(4_096);
    expect(noise).toHaveLength(2_001);
    expect(noise.at(-1)).toEqual({ kind: 'stderr-line', text: 'Error: no API key' });
    await expect(wire.send({ jsonrpc: '2.0', method: 'x' })).rejects.toMatchObject({
      name: 'ConnectError',
      code: 'exited',
      stderrTail: closed.stderrTail,
    });
  });

  it('tells which signal ended the child', async () => {
    const wire = openScript(`process.kill(process.pid, 'SIGKILL');`);
    expect(await wire.closed).toMatchObject({ code: 'exited', signal: 'SIGKILL' });
  });

  it('cuts a stderr line that has no end', async () => {
    const wire = openScript(
      `process.stderr.write('x'.repeat(1_000_000)); process.stderr.write('\\nlast\\n');`,
    );
    const { noise } = record(wire);
    await wire.closed;
    expect(noise.map(({ text }) => text.length)).toEqual([8_192, 4]);
  });

  it('adds to the environment and starts in the directory given', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'connect-'));
    const wire = openScript(
      `console.log(JSON.stringify({ jsonrpc: '2.0', method: process.cwd(), params: [process.env.TOKEN, !!process.env.PATH] }));`,
      { cwd: folder, env: { TOKEN: 't' } },
    );
    const { messages } = record(wire);
    await wire.closed;
    expect(messages[0]).toMatchObject({ method: expect.stringContaining('connect-'), params: ['t', true] });
    await rm(folder, { recursive: true });
  });

  it('resolves close once the child has ended, and says that this side closed', async () => {
    const wire = openScript(echoScript);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    await Promise.all([wire.close(), wire.close()]);
    expect(await wire.closed).toMatchObject({ code: 'closed', exitCode: 0 });
    await expect(wire.send({ jsonrpc: '2.0', method: 'x' })).rejects.toMatchObject({ code: 'closed' });
  });

  it('stops telling a listener that was removed', async () => {
    const wire = openScript(echoScript);
    const heard: unknown[] = [];
    const stop = wire.onMessage((message) => heard.push(message));
    const { first } = record(wire);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    await first(withId(1));
    stop();
    await wire.send({ jsonrpc: '2.0', id: 2, method: 'x' });
    await first(withId(2));
    expect(heard).toHaveLength(1);
  });

  it('gives up on a message, with the reason of the signal', async () => {
    const wire = openScript(`setInterval(() => {}, 1000);`, hangs);
    const abort = new AbortController();
    const large = { jsonrpc: '2.0' as const, method: 'x', params: 'x'.repeat(8_000_000) };
    const sent = wire.send(large, { signal: abort.signal });
    abort.abort(new Error('no longer wanted'));
    await expect(sent).rejects.toThrow('no longer wanted');
    await expect(wire.send(large, { signal: abort.signal })).rejects.toThrow('no longer wanted');
  });

  it('holds a sender back while the child does not read', async () => {
    const wire = openScript(`setTimeout(() => process.stdin.resume(), 150);`);
    let isSent = false;
    const sent = wire.send({ jsonrpc: '2.0', method: 'x', params: 'x'.repeat(8_000_000) }).then(() => {
      isSent = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSent).toBe(false);
    await sent;
  });
});

async function failure(options: OpenChildOptions): Promise<string> {
  const wire = openChild(options);
  const closed = await wire.closed;
  expect(closed.code).toBe('spawn-failed');
  await expect(wire.send({ jsonrpc: '2.0', method: 'x' })).rejects.toMatchObject({ code: 'spawn-failed' });
  await wire.close();
  return closed.message;
}

describe('openChild, where the command cannot be started', () => {
  it('BUG-152 names the command and PATH where there is no such command', async () => {
    expect(await failure({ command: 'mcp-no-such-command' })).toBe(
      'Cannot start "mcp-no-such-command": no such command in PATH. Install it, or give its full path.',
    );
  });

  it('names the file where there is none', async () => {
    expect(await failure({ command: '/no/such/server' })).toBe(
      'Cannot start "/no/such/server": there is no such file.',
    );
  });

  it('says so where the file is not executable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'connect-'));
    const file = join(folder, 'server');
    await writeFile(file, '#!/bin/sh\n', { mode: 0o644 });
    expect(await failure({ command: file })).toContain('it is not executable');
    await rm(folder, { recursive: true });
  });

  it('says so where the working directory is missing', async () => {
    expect(await failure({ command: process.execPath, cwd: '/no/such/folder' })).toContain(
      'the working directory "/no/such/folder" does not exist',
    );
  });

  it('does not throw for an argument that no process can get, nor show it', async () => {
    expect(await failure({ command: process.execPath, args: ['secret\0'] })).not.toContain('secret');
  });
});
