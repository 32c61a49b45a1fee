import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gone, isAlive, openScript } from './support/processes.js';
import { record } from './support/record.js';

/** Ignores SIGTERM and the end of stdin, and so does the process that it starts. Says the pids of both. */
const stubborn = {
  command: '/bin/sh',
  args: [
    '-c',
    `trap '' TERM HUP
     sleep 1000 &
     echo "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"pids\\",\\"params\\":[$$,$!]}"
     while :; do wait; sleep 1; done`,
  ],
};

async function pidsOf(wire: Parameters<typeof record>[0]): Promise<number[]> {
  const message = await record(wire).first((one) => 'method' in one && one.method === 'pids');
  return (message as { params: number[] }).params;
}

describe('openChild, at the end', () => {
  it('BUG-149 ends a child that ignores SIGTERM, and its own child, each of 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const wire = openScript('', { ...stubborn, graceMs: { stdinMs: 10, termMs: 30 } });
      const pids = await pidsOf(wire);
      expect(pids).toHaveLength(2);
      await wire.close();
      expect(pids.map(isAlive)).toEqual([false, false]);
    }
  });

  it('BUG-149 lets a child end by itself when its stdin ends', async () => {
    const wire = openScript(`process.stdin.on('end', () => process.exit(5)).resume();`, {
      graceMs: { stdinMs: 10_000 },
    });
    await wire.close();
    expect(await wire.closed).toMatchObject({ code: 'closed', exitCode: 5 });
  });

  it('BUG-149 sends SIGTERM where the end of stdin is not enough', async () => {
    const wire = openScript(
      `process.on('SIGTERM', () => process.exit(6));
       console.log('{"jsonrpc":"2.0","method":"ready"}');
       setInterval(() => {}, 1000);`,
      { graceMs: { stdinMs: 10, termMs: 5_000 } },
    );
    await record(wire).first(() => true);
    await wire.close();
    expect(await wire.closed).toMatchObject({ code: 'closed', exitCode: 6 });
  });

  it('BUG-149 ends what a child leaves behind when it ends by itself, even while that holds its stdout', async () => {
    const wire = openScript(`
      import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['1000'], { stdio: 'inherit' });
      console.log(JSON.stringify({ jsonrpc: '2.0', method: 'pids', params: [child.pid] }));
      setTimeout(() => process.exit(1), 20);`);
    const [pid = 0] = await pidsOf(wire);
    expect(await wire.closed).toMatchObject({ code: 'exited', exitCode: 1 });
    await gone(pid);
  });

  it('BUG-149 shows the child the end of its stdin when this process is killed', async () => {
    const built = fileURLToPath(new URL('../dist/index.js', import.meta.url));
    expect(existsSync(built), 'this test runs the built package: npx tsc -b packages/connect').toBe(true);
    const owner = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openChild } from ${JSON.stringify(built)};
         const wire = openChild({
           command: process.execPath,
           args: ['-e', 'process.stdin.on("end", () => process.exit(0)).resume()'],
         });
         console.log(wire.pid);
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await gone(pid);
  });
});
