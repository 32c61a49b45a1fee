import { describe, expect, it } from 'vitest';
import { createCaller } from '../src/index.js';
import { gone, openScript } from './support/processes.js';
import { record, withId } from './support/record.js';

const mebibyte = 1024 * 1024;

describe('openChild, with long lines', () => {
  it('BUG-147 closes on a line without end at the limit, ends the child, and keeps its memory', async () => {
    const before = process.memoryUsage().rss;
    const wire = openScript(`
      import { once } from 'node:events';
      const chunk = Buffer.alloc(${mebibyte}, 'x');
      process.stdout.on('error', () => process.exit(1));
      for (let i = 0; i < 512; i += 1) {
        if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
      }`);
    const pid = wire.pid ?? 0;
    const { messages } = record(wire);
    const [pending] = await Promise.allSettled([createCaller(wire).request('never/answered')]);
    expect(pending).toMatchObject({ status: 'rejected', reason: { code: 'line-too-long' } });
    const closed = await wire.closed;
    expect(closed.code).toBe('line-too-long');
    expect(closed.message).toContain('16777216 bytes');
    expect(closed.message).toContain('maxLineBytes');
    await expect(wire.send({ jsonrpc: '2.0', id: 1, method: 'x' })).rejects.toMatchObject({
      code: 'line-too-long',
    });
    await wire.close();
    await gone(pid);
    expect(messages).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * mebibyte);
  });

  it('BUG-147 takes a valid message of 20 MB within a second of work, the limit raised', async () => {
    const wire = openScript(
      `const text = 'é'.repeat(10_000_000);
       console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text } }));
       process.stdin.resume();`,
      { maxLineBytes: 32 * mebibyte },
    );
    const { first } = record(wire);
    const before = process.cpuUsage();
    const message = await first(withId(1));
    const { user, system } = process.cpuUsage(before);
    expect(message).toMatchObject({ result: { text: expect.stringMatching(/^é{100}/) } });
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  it('BUG-147 leaves other children alone', async () => {
    const other = openScript(`process.stdin.resume();`);
    const wire = openScript(`process.stdout.write('x'.repeat(100)); process.stdin.resume();`, {
      maxLineBytes: 10,
    });
    expect(await wire.closed).toMatchObject({ code: 'line-too-long' });
    await other.send({ jsonrpc: '2.0', method: 'still here' });
  });
});
