import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { JsonRpcMessage } from '@mcp-typeahead/protocol';
import { createClosedState, type ClosedState } from '../closed-state.js';
import { ConnectError, toConnectError, type WireClosed } from '../connect-error.js';
import { createListeners } from '../listeners.js';
import { parseMessages } from '../parse-messages.js';
import type { MessageListener, NoiseListener, SendOptions, Wire } from '../wire.js';
import { childEnvironment } from './child-environment.js';
import { defaultEndGrace, endChild, type EndGrace } from './end-child.js';
import { createLineSplitter } from './line-splitter.js';
import { spawnFailure } from './spawn-failure.js';
import { spawnPlan } from './spawn-plan.js';
import { createTextTail } from './text-tail.js';

export interface OpenChildOptions {
  command: string;
  args?: readonly string[];
  /** Added to this process's own environment. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /**
   * A longer line on the child's stdout ends the connection with `line-too-long`.
   * @default 16777216
   */
  maxLineBytes?: number;
  graceMs?: Partial<EndGrace>;
}

export interface ChildWire extends Wire {
  /** Undefined where the command could not be started. */
  readonly pid: number | undefined;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const defaultMaxLineBytes = 16 * 1024 * 1024;
const maxStderrLineBytes = 8 * 1024;
const stderrTailLength = 4 * 1024;
const noiseLength = 100;

const closedHere: WireClosed = { code: 'closed', message: 'The connection was closed.' };

/** After the child's end its pipes are still read for so long: a grandchild may hold them open for ever. */
const drainMs = 250;

/**
 * Starts a command and speaks JSON-RPC with it, a message a line. Does not throw: a command that cannot be
 * started gives a wire that is closed with `spawn-failed`.
 *
 * Source: MCP, basic/transports, "stdio".
 */
export function openChild(options: OpenChildOptions): ChildWire {
  const state = createClosedState();
  const started = start(options);
  if ('code' in started) {
    state.settle(started);
    return deadWire(state, started);
  }
  return connectChild(started, options, state);
}

/** The child, or why there is none. */
function start(options: OpenChildOptions): Child | WireClosed {
  const { platform } = process;
  const env = childEnvironment(process.env, options.env ?? {}, platform);
  try {
    const plan = spawnPlan({ ...options, env, platform, fileExists: existsSync });
    return spawn(plan.file, plan.args, {
      ...plan.options,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
  } catch (error) {
    return spawnFailure(error, options);
  }
}

function deadWire(state: ClosedState, closed: WireClosed): ChildWire {
  return {
    pid: undefined,
    send: () => Promise.reject(toConnectError(closed)),
    abandon: () => {},
    close: () => Promise.resolve(),
    closed: state.promise,
    onMessage: () => () => {},
    onNoise: () => () => {},
  };
}

function connectChild(child: Child, options: OpenChildOptions, state: ClosedState): ChildWire {
  const messages = createListeners<Parameters<MessageListener>>();
  const noise = createListeners<Parameters<NoiseListener>>();
  const stderrTail = createTextTail(stderrTailLength);
  const maxLineBytes = options.maxLineBytes ?? defaultMaxLineBytes;
  const grace = { ...defaultEndGrace, ...options.graceMs };
  /** Why nothing more can be sent, while what the child still writes is read. */
  let ending: WireClosed | undefined;
  let ended: Promise<void> | undefined;

  const withTail = (closed: WireClosed): WireClosed => {
    const tail = stderrTail.text();
    return tail === undefined ? closed : { ...closed, stderrTail: tail };
  };

  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

  const end = (reason: WireClosed): Promise<void> => {
    ending ??= reason;
    ended ??= endChild(child, exited, grace);
    return ended;
  };

  const stdout = createLineSplitter({
    maxLineBytes,
    onLine: (line) => {
      const parsed = parseMessages(line);
      if (parsed.hasJunk) noise.emit({ kind: 'stdout-line', text: line.slice(0, noiseLength) });
      for (const message of parsed.messages) messages.emit(message, {});
    },
    onTooLong: () => {
      child.stdout.destroy();
      const reason: WireClosed = {
        code: 'line-too-long',
        message: `The child process wrote a line of more than ${maxLineBytes} bytes. Raise maxLineBytes if its messages are that large.`,
      };
      state.settle(withTail(reason));
      void end(reason);
    },
  });
  const stderr = createLineSplitter({
    maxLineBytes: maxStderrLineBytes,
    onLine: (line) => {
      stderrTail.add(line);
      noise.emit({ kind: 'stderr-line', text: line });
    },
  });
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // An unhandled 'error' would end this process. The streams' ends are what matters, and 'exit' tells them.
  child.stdout.on('error', () => {});
  child.stderr.on('error', () => {});
  child.stdin.on('error', () => {
    void end({ code: 'exited', message: 'The child process no longer reads its input.' });
  });

  child.once('error', (error) => {
    if (child.pid !== undefined) return;
    ending ??= spawnFailure(error, options);
    state.settle(ending);
  });

  child.once('exit', (exitCode, signal) => {
    const own = exitReason(exitCode, signal);
    // A closed stdin told of the end before the exit did: the exit knows more.
    const reason = ending === undefined || ending.code === 'exited' ? own : { ...own, ...ending };
    ending = reason;
    void end(reason);
    const finish = (): void => {
      clearTimeout(timer);
      stdout.end();
      stderr.end();
      child.stdout.destroy();
      child.stderr.destroy();
      state.settle(withTail(reason));
    };
    const timer = setTimeout(finish, drainMs);
    child.once('close', finish);
  });

  return {
    pid: child.pid,
    send: (message, sendOptions) => {
      const reason = state.current ?? ending;
      return reason === undefined
        ? write(child.stdin, message, sendOptions)
        : Promise.reject(toConnectError(withTail(reason)));
    },
    abandon: () => {},
    close: async () => {
      await end(closedHere);
      // Not even SIGKILL ended it: there is nothing left to wait for.
      if (child.exitCode === null && child.signalCode === null) state.settle(ending ?? closedHere);
      await state.promise;
    },
    closed: state.promise,
    onMessage: messages.add,
    onNoise: noise.add,
  };
}

function exitReason(exitCode: number | null, signal: NodeJS.Signals | null): WireClosed {
  const how = signal === null ? `with exit code ${exitCode ?? 'unknown'}` : `by signal ${signal}`;
  return {
    code: 'exited',
    message: `The child process ended ${how}.`,
    ...(exitCode === null ? {} : { exitCode }),
    ...(signal === null ? {} : { signal }),
  };
}

/** Resolves when the pipe has taken the line, which a child that does not read keeps from happening. */
async function write(stdin: Writable, message: JsonRpcMessage, options: SendOptions = {}): Promise<void> {
  const { signal } = options;
  signal?.throwIfAborted();
  const line = `${JSON.stringify(message)}\n`;
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    stdin.write(line, (error) => {
      signal?.removeEventListener('abort', onAbort);
      if (error === null || error === undefined) {
        resolve();
        return;
      }
      reject(new ConnectError('exited', 'The child process no longer reads its input.', { cause: error }));
    });
  });
}
