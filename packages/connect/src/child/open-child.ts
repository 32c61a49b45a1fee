import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { createClosedState, type ClosedState } from '../closed-state.js';
import { ConnectError, toConnectError, type WireClosed } from '../connect-error.js';
import { createListeners } from '../listeners.js';
import type { MessageListener, NoiseListener, Wire } from '../wire.js';
import { childEnvironment } from './child-environment.js';
import { followLife } from './child-life.js';
import type { EndGrace } from './end-child.js';
import { readOutput } from './read-output.js';
import { spawnFailure } from './spawn-failure.js';
import { spawnPlan } from './spawn-plan.js';
import { createTextTail } from '../text-tail.js';
import { whenTaken, writeLine } from './write-line.js';

/** A command, without a shell, and how it is read and ended. */
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
  /**
   * While the child has left more than this unread of its stdin, `send` rejects with `not-reading`.
   * @default 33554432
   */
  maxUnreadBytes?: number;
  graceMs?: Partial<EndGrace>;
}

/** A wire whose other end is a child process. */
export interface ChildWire extends Wire {
  /** Undefined where the command could not be started. */
  readonly pid: number | undefined;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const defaultMaxLineBytes = 16 * 1024 * 1024;
/** Twice the longest line: one may wait while another is being read. */
const defaultMaxUnreadBytes = 32 * 1024 * 1024;
const stderrTailLength = 4 * 1024;

/**
 * Starts a command and speaks JSON-RPC with it, a message a line. Does not throw: a command that cannot be
 * started gives a wire that is closed with `spawn-failed`.
 *
 * Source: MCP, basic/transports, "stdio".
 */
export function openChild(options: OpenChildOptions): ChildWire {
  const state = createClosedState();
  const started = start(options);
  if (!('code' in started)) return connectChild(started, options, state);
  state.settle(started);
  return deadWire(state, started);
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
  const { maxLineBytes = defaultMaxLineBytes, maxUnreadBytes = defaultMaxUnreadBytes } = options;
  const output = readOutput({
    stdout: child.stdout,
    stderr: child.stderr,
    maxLineBytes,
    onMessage: (message) => messages.emit(message, {}),
    onNoise: (one) => {
      if (one.kind === 'stderr-line') stderrTail.add(one.text);
      noise.emit(one);
    },
    onTooLong: () => life.fail(lineTooLong(maxLineBytes)),
  });
  const life = followLife(child, state, {
    ...options,
    stopReading: output.stop,
    stderrTail: stderrTail.text,
  });
  // What a child wrote before its end is little enough to be read at once, and nobody can ask for it later.
  child.once('exit', output.resume);
  return {
    pid: child.pid,
    send: (message, { signal } = {}) => {
      const reason = life.reason();
      if (reason !== undefined) return Promise.reject(toConnectError(reason));
      if (child.stdin.writableLength > maxUnreadBytes) return Promise.reject(notReading(maxUnreadBytes));
      return writeLine(child.stdin, message, signal);
    },
    whenReady: () => (life.reason() === undefined ? whenTaken(child.stdin) : undefined),
    pause: () => {
      if (life.reason() === undefined) output.pause();
    },
    resume: output.resume,
    abandon: () => {},
    close: life.close,
    closed: state.promise,
    onMessage: messages.add,
    onNoise: noise.add,
  };
}

function notReading(maxUnreadBytes: number): ConnectError {
  const message = `The child process has left more than ${maxUnreadBytes} bytes of its input unread.`;
  return new ConnectError('not-reading', message);
}

function lineTooLong(maxLineBytes: number): WireClosed {
  return {
    code: 'line-too-long',
    message: `The child process wrote a line of more than ${maxLineBytes} bytes. Raise maxLineBytes if its messages are that large.`,
  };
}
