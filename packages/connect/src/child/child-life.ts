import type { ChildProcess } from 'node:child_process';
import type { ClosedState } from '../closed-state.js';
import type { WireClosed } from '../connect-error.js';
import { defaultEndGrace, endChild, type EndGrace } from './end-child.js';
import { spawnFailure } from './spawn-failure.js';

export interface ChildLifeOptions {
  command: string;
  cwd?: string;
  graceMs?: Partial<EndGrace>;
  /** Called once, before `closed` resolves: reads what is left and lets go of the pipes. */
  stopReading: () => void;
  stderrTail: () => string | undefined;
}

/** From start to end of one child, and why it ended. */
export interface ChildLife {
  /** Why nothing more can be sent; undefined while all is well. */
  reason(): WireClosed | undefined;
  /** Tells of the end at once, and ends the child. */
  fail(reason: WireClosed): void;
  /** Ends the child. Resolves when it is gone. */
  readonly close: () => Promise<void>;
}

const closedHere: WireClosed = { code: 'closed', message: 'The connection was closed.' };

/** After the child's end its pipes are still read for so long: a grandchild may hold them open for ever. */
const drainMs = 250;

/**
 * ```
 * stdin breaks ─┐
 * close, fail ──┼─ end ── stdin closed ── SIGTERM ── SIGKILL
 * exit ─────────┘   └── exit ── pipes drained ── closed
 * ```
 */
export function followLife(child: ChildProcess, state: ClosedState, options: ChildLifeOptions): ChildLife {
  const grace = { ...defaultEndGrace, ...options.graceMs };
  /** Set before `closed` resolves: what the child still writes is read meanwhile. */
  let ending: WireClosed | undefined;
  let ended: Promise<void> | undefined;

  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

  const withTail = (closed: WireClosed): WireClosed => {
    const stderrTail = options.stderrTail();
    return stderrTail === undefined ? closed : { ...closed, stderrTail };
  };

  const end = (reason: WireClosed): Promise<void> => {
    ending ??= reason;
    ended ??= endChild(child, exited, grace);
    return ended;
  };

  child.stdin?.on('error', () => {
    void end({ code: 'exited', message: 'The child process no longer reads its input.' });
  });

  child.once('error', (error) => {
    if (child.pid !== undefined) return;
    ending ??= spawnFailure(error, options);
    state.settle(ending);
  });

  child.once('exit', (exitCode, signal) => {
    const own = exitReason(exitCode, signal);
    // A broken stdin told of the end before the exit did: the exit knows more.
    const reason = ending === undefined || ending.code === 'exited' ? own : { ...own, ...ending };
    ending = reason;
    void end(reason);
    const finish = (): void => {
      clearTimeout(timer);
      child.off('close', finish);
      options.stopReading();
      state.settle(withTail(reason));
    };
    const timer = setTimeout(finish, drainMs);
    child.on('close', finish);
  });

  return {
    reason: () => {
      const reason = state.current ?? ending;
      return reason === undefined ? undefined : withTail(reason);
    },
    fail: (reason) => {
      state.settle(withTail(reason));
      void end(reason);
    },
    close: async () => {
      await end(closedHere);
      // Not even SIGKILL ended it: there is nothing left to wait for.
      if (child.exitCode === null && child.signalCode === null) state.settle(ending ?? closedHere);
      await state.promise;
    },
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
