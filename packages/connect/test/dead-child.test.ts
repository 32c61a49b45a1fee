import { describe, expect, it, onTestFinished } from 'vitest';
import { echoScript, hangs, openScript } from './support/processes.js';
import { record, withId } from './support/record.js';

const large = { jsonrpc: '2.0' as const, id: 1, method: 'x', params: 'x'.repeat(10_000_000) };

describe('openChild, writing to a child that is gone', () => {
  it('BUG-148 rejects the write that the child dies of, and each later one at once, and nothing else happens', async () => {
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', onUncaught);
    onTestFinished(() => void process.off('uncaughtException', onUncaught));

    const dying = openScript(`process.stdin.once('data', () => process.exit(9));`);
    const others = [openScript(echoScript), openScript(echoScript)];
    await expect(dying.send(large)).rejects.toMatchObject({ name: 'ConnectError', code: 'exited' });
    for (const result of await Promise.allSettled(Array.from({ length: 100 }, () => dying.send(large)))) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'exited' } });
    }
    for (const other of others) {
      const { first } = record(other);
      await other.send({ jsonrpc: '2.0', id: 2, method: 'completion/complete' });
      await first(withId(2));
    }
    expect(await dying.closed).toMatchObject({ code: 'exited', exitCode: 9 });
    expect(uncaught).toEqual([]);
  });

  it('BUG-148 ends a child that closes its stdin and lives on', async () => {
    const wire = openScript(
      `
      import { closeSync } from 'node:fs';
      closeSync(0);
      console.log('{"jsonrpc":"2.0","method":"closed"}');
      setInterval(() => {}, 1000);`,
      hangs,
    );
    const { first } = record(wire);
    await first(() => true);
    await expect(wire.send(large)).rejects.toMatchObject({ code: 'exited' });
    await expect(wire.closed).resolves.toMatchObject({ code: 'exited', signal: 'SIGTERM' });
  });

  it('rejects a message that cannot be written as JSON, and stays open', async () => {
    const wire = openScript(echoScript);
    const { first } = record(wire);
    await expect(wire.send({ jsonrpc: '2.0', method: 'x', params: { n: 1n } })).rejects.toThrow(TypeError);
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'x' });
    await first(withId(1));
  });
});
