import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { vi } from 'vitest';

export interface ChildServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly received: JsonRpcMessage[];
  readonly stderr: () => string;
  /** Sends a line as it is. */
  line(text: string): void;
  send(message: object): void;
  /** The response to an id. */
  response(id: unknown): Promise<JsonRpcMessage>;
  /** Exit code or signal, and how long after this call it came. */
  exit(): Promise<{ code: number | null; signal: string | null; afterMs: number }>;
  initialize(): Promise<void>;
}

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const built = fileURLToPath(new URL('../../dist/stdio/serve-stdio.js', import.meta.url));

export function startServer(script: string, ...args: string[]): ChildServer {
  if (!existsSync(built)) throw new Error('These tests run the built package: npm run build');
  const child = spawn(process.execPath, [fixture(script), ...args]);
  const received: JsonRpcMessage[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) =>
    received.push(JSON.parse(line) as JsonRpcMessage),
  );
  const server: ChildServer = {
    child,
    received,
    stderr: () => stderr,
    line: (text) => void child.stdin.write(`${text}\n`),
    send: (message) => server.line(JSON.stringify(message)),
    response: (id) =>
      vi.waitFor(
        () => {
          const found = received.find(
            (message) => 'id' in message && message.id === id && !('method' in message),
          );
          if (found === undefined)
            throw new Error(`no response to ${JSON.stringify(id)} yet; stderr: ${stderr}`);
          return found;
        },
        { timeout: 15_000, interval: 10 },
      ),
    exit: () => {
      const startedAt = performance.now();
      return new Promise((resolve) => {
        const done = (code: number | null, signal: string | null): void =>
          resolve({ code, signal, afterMs: performance.now() - startedAt });
        if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode, child.signalCode);
        else child.once('exit', done);
      });
    },
    initialize: async () => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      };
      server.send({ jsonrpc: '2.0', id: 'init', method: 'initialize', params });
      await server.response('init');
      server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    },
  };
  return server;
}

/** Whether a process runs. One that has ended stays in the table until its parent, or the system's first process, looks. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
