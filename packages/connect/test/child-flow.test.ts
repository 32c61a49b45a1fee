import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { echoScript, hangs, openScript } from './support/processes.js';
import { record, withId } from './support/record.js';

const large = { text: 'x'.repeat(1024 * 1024) };

describe('a child that does not read', () => {
  it('gets no more than its limit, whatever is sent', async () => {
    const wire = openScript('process.stdin.pause(); setInterval(() => {}, 1000);', {
      maxUnreadBytes: 3 * 1024 * 1024,
      ...hangs,
    });
    const sent = Array.from({ length: 20 }, (_, id) =>
      wire.send({ jsonrpc: '2.0', id, method: 'x', params: large }).then(
        () => 'sent',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    const refused = await Promise.all(sent.slice(5));
    expect(new Set(refused)).toEqual(new Set(['not-reading']));
    await wire.close();
  });

  it('is sent messages again when it has caught up', async () => {
    const wire = openScript(echoScript, { maxUnreadBytes: 1024 });
    const { first } = record(wire);
    const message = { jsonrpc: '2.0', id: 1, method: 'echo', params: large } as const;
    const sent = wire.send(message);
    await expect(wire.send({ ...message, id: 2 })).rejects.toMatchObject({ code: 'not-reading' });
    await sent;
    await wire.send({ ...message, id: 3 });
    expect(await first(withId(3))).toMatchObject({ id: 3, result: large });
  });
});

describe('a paused wire', () => {
  const flood = `
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'n', params: { text: 'x'.repeat(65536) } });
    for (let n = 0; n < 200; n += 1) {
      if (!process.stdout.write(line + '\\n')) await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    console.error('written');
    process.stdin.resume();`;

  it('makes a child that floods wait, and brings everything after resume', async () => {
    const wire = openScript(flood);
    const { messages, noise } = record(wire);
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(0), { timeout: 10_000, interval: 1 });
    wire.pause?.();
    const before = messages.length;
    // The child has come to rest when it waits for its pipe: its processor time stands still.
    const rests = restWatch(wire.pid);
    await vi.waitFor(async () => expect(await rests()).toBe(true), { timeout: 10_000, interval: 100 });
    expect(messages.length - before).toBeLessThan(10);
    expect(noise).toEqual([]);
    wire.resume?.();
    await vi.waitFor(() => expect(messages).toHaveLength(200), { timeout: 10_000 });
  });

  it('still brings the last words of a child that exits', async () => {
    const wire = openScript(`
      console.log('{"jsonrpc":"2.0","method":"first"}');
      process.stdin.once('data', () => {
        console.log('{"jsonrpc":"2.0","method":"last"}');
        process.exit(3);
      });`);
    const { messages } = record(wire);
    await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 10_000 });
    wire.pause?.();
    await wire.send({ jsonrpc: '2.0', method: 'go' });
    expect(await wire.closed).toMatchObject({ code: 'exited', exitCode: 3 });
    expect(messages.at(-1)).toMatchObject({ method: 'last' });
  });
});

/** Tells, asked again and again, whether a process has used no processor time since it was asked last. */
function restWatch(pid: number | undefined): () => Promise<boolean> {
  let before: string | undefined;
  return async () => {
    const used = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ').slice(13, 15).join(' ');
    const rests = used === before;
    before = used;
    return rests;
  };
}
