import { spawn, type ChildProcess } from 'node:child_process';

export interface EndGrace {
  /** How long the child may take to end after its stdin was closed. @default 2000 */
  stdinMs: number;
  /** How long the child and what it started may take to end after SIGTERM. @default 2000 */
  termMs: number;
}

export const defaultEndGrace: EndGrace = { stdinMs: 2_000, termMs: 2_000 };

const pollMs = 20;

/**
 * Ends a child that leads its own process group, and everything left of that group: stdin closed, SIGTERM,
 * SIGKILL, as MCP's stdio transport asks for. Windows has no SIGTERM and no groups: there the process tree is
 * ended at once after the first grace. Resolves when nothing is left, or when SIGKILL has been sent and a
 * further `termMs` has gone by (a process in an uninterruptible system call).
 *
 * Source: MCP 2025-11-25, basic/lifecycle, "Shutdown".
 */
export async function endChild(child: ChildProcess, exited: Promise<void>, grace: EndGrace): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.stdin?.end();
  await within(exited, grace.stdinMs);
  if (process.platform === 'win32') {
    if (child.exitCode === null && child.signalCode === null) await endTree(pid);
    await within(exited, grace.termMs);
    return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signalGroup(pid, signal)) return;
    if (await groupGone(pid, grace.termMs)) return;
  }
}

/** False where no process of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // EPERM: someone is left whom we may not signal (a set-uid program).
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Nobody announces the end of a grandchild, so it has to be looked for. */
async function groupGone(pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
    if (!signalGroup(pid, 0)) return true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return !signalGroup(pid, 0);
}

async function endTree(pid: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const killer = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    killer.once('error', () => resolve());
    killer.once('exit', () => resolve());
  });
}

async function within(promise: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
