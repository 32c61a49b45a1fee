import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Runs a command to its end. `capture: true` keeps its output from the terminal and returns it, stdout and stderr in the order in
 * which they came. A command that cannot be started counts as one that failed.
 *
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(file, args, { cwd = root, capture = false, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) =>
      resolve({ code: 1, output: `${file} cannot be started: ${error.message}\n` }),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program of `node_modules` with this Node, so that no shell and no `.cmd` file is in between. */
export function runTool(path, args, options) {
  return run(process.execPath, [`${root}node_modules/${path}`, ...args], options);
}
