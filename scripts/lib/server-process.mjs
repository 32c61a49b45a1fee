import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Starts a server and waits until it has printed what says that it is ready. It is ended by its own pid, at the latest when this process
 * ends.
 */
export async function startServerProcess([file, ...args], { ready, ...options }) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'close');
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let output = '';
  await new Promise((resolve, reject) => {
    const read = (text) => {
      output += text;
      if (ready.test(output)) resolve();
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    exited
      .then(() => reject(new Error(`${file} ended early:\n${output}`)), reject)
      .finally(() => process.off('exit', end));
  });
  return {
    pid: child.pid,
    output: () => output,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await exited;
    },
  };
}
