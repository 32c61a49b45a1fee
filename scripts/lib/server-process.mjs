import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server that a test has started, and ends by its own pid. */
export interface ServerProcess {
  readonly pid: number;
  /** What it has printed. */
  readonly output: () => string;
  /** Resolves when it has ended. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a server and waits until it has printed what says that it is ready. */
export async function startServerProcess(
  [file, ...args]: readonly [string, ...string[]],
  { ready, ...options }: SpawnOptions & { ready: RegExp },
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const exited = once(child, 'close');
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  void exited.then(() => process.off('exit', end));
  const isReady = new Promise<void>((resolve, reject) => {
    const read = (text: string): void => {
      output += text;
      if (ready.test(output)) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    exited.then(() => reject(new Error(`${file} ended early:\n${output}`)), reject);
  });
  await isReady;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await exited;
  };
  return { pid: child.pid ?? -1, output: () => output, stop };
}
