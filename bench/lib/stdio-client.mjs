import { spawn } from 'node:child_process';

/** A raw JSON-RPC client of a child process. No SDK: what is timed is the server and what stands before it. */
export function openStdioClient(command, args, { env } = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } });
  const pending = new Map();
  let nextId = 1;
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      let message;
      try {
        message = JSON.parse(line);
      } catch {
        continue;
      }
      const settle = pending.get(message.id);
      if (settle === undefined || message.method !== undefined) continue;
      pending.delete(message.id);
      settle(message);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = nextId++;
      pending.set(id, resolve);
      send({ id, method, params });
    });
  return {
    pid: child.pid,
    request,
    async initialize() {
      await request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'bench', version: '1.0.0' },
      });
      send({ method: 'notifications/initialized' });
    },
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await gone;
      clearTimeout(timer);
    },
  };
}
