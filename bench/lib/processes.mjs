import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const gatewayBin = at('packages/cli/bin/mcp-typeahead.js');

/** A program of the peers folder, which `run.mjs` has installed. */
export function peerBin(path) {
  const file = at(`test/peers/node_modules/${path}`);
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm ci --prefix test/peers\` first`);
  return file;
}

export const everything = () => [
  process.execPath,
  [peerBin('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
];

/** Resident memory of a process in MiB (Linux). */
export function residentMiB(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)[1]) / 1_024;
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Starts a process that prints its address, or listens on a port that we chose; ends it by its own pid. */
export async function startServer(command, args, { ready, port, env } = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  const address = await new Promise((resolve, reject) => {
    const look = (chunk) => {
      output += chunk;
      const found = ready?.exec(output);
      if (found) resolve(found[1] ?? found[0]);
    };
    const poll = async () => {
      while (child.exitCode === null && !(await accepts(port)))
        await new Promise((next) => setTimeout(next, 100));
      resolve(`http://127.0.0.1:${port}`);
    };
    if (port !== undefined) void poll();
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', (code) => reject(new Error(`${args[0]} exited with ${code}: ${output.slice(-500)}`)));
  });
  return {
    pid: child.pid,
    address,
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}
