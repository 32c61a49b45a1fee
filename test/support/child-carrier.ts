import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Carrier } from './driver.js';
import { Inbox } from './inbox.js';
import type { Message } from './json-rpc.js';

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ChildCarrier extends Carrier {
  readonly pid: number;
  /** Lines on stdout that are not JSON-RPC: a stdio server must have none. */
  readonly noise: readonly string[];
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

/** Speaks newline-delimited JSON with a child process, which is ended by closing its stdin, and killed if that is not enough. */
export function openChild(command: readonly [string, ...string[]], options: ChildOptions = {}): ChildCarrier {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: 'pipe',
  });
  const inbox = new Inbox();
  const noise: string[] = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A child that died is noticed by the answer that does not come, not by a crash of the test.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line);
    if (message) inbox.push(message);
    else noise.push(line);
  });
  inbox.describePeer = () => `exit code ${child.exitCode}, stderr: ${stderr.slice(-2_000)}`;
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const send = (message: Message): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    inbox,
    noise,
    exited,
    pid: child.pid ?? -1,
    stderr: () => stderr,
    send,
    cancel: (requestId) => send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'jsonrpc' in value ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
