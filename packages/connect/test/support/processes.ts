import { spawnSync } from 'node:child_process';
import { afterEach, vi } from 'vitest';
import { openChild, type ChildWire, type OpenChildOptions } from '../../src/index.js';

const open = new Set<ChildWire>();

afterEach(async () => {
  await Promise.all([...open].map((wire) => wire.close()));
  open.clear();
});

/** A Node process that runs a script; it is ended after the test. */
export function openScript(script: string, options: Partial<OpenChildOptions> = {}): ChildWire {
  const wire = openChild({
    command: process.execPath,
    args: ['--input-type=module', '-e', script],
    // A busy machine may need a second to start Node: only scripts that hang are given less.
    graceMs: { stdinMs: 10_000, termMs: 10_000 },
    ...options,
  });
  open.add(wire);
  return wire;
}

/** For a script that does not end by itself. */
export const hangs: Partial<OpenChildOptions> = { graceMs: { stdinMs: 10, termMs: 10_000 } };

/** False also for one that has ended and that its parent has not collected. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

export async function gone(pid: number, timeout = 5_000): Promise<void> {
  await vi.waitFor(
    () => {
      if (isAlive(pid)) throw new Error(`Process ${pid} is alive`);
    },
    { timeout, interval: 10 },
  );
}

/** Answers each request with its own params. */
export const echoScript = `
  import { createInterface } from 'node:readline';
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: params ?? {} }));
  });`;
