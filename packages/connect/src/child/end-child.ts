import { spawn, type ChildProcess } from 'node:child_process';
import { groupGone, signalGroup } from './process-group.js';

/** How long each step of ending a child may take, in milliseconds, before the next and harder one. */
export interface EndGrace {
  /** How long the child may take to end after its stdin was closed. @default 2000 */
  stdinMs: number;
  /** How long the child and what it started may take to end after SIGTERM. @default 2000 */
  termMs: number;
}

export const defaultEndGrace: EndGrace = { stdinMs: 2_000, termMs: 2_000 };

/** Nothing outlives SIGKILL by more, but for a process in an uninterruptible system call. */
const killLimitMs = 1_000;

/**
 * Ends a child that leads its own process group, and everything left of that group: stdin closed, SIGTERM,
 * SIGKILL, as MCP's stdio transport asks for. Windows has no SIGTERM and no groups: there the process tree is
 * ended at once after the first grace. Resolves when nothing is left, or a second after SIGKILL.
 *
 * Source: MCP 2025-11-25, basic/lifecycle, "Shutdown".
 */
export async function endChild(child: ChildProcess, exited: Promise<void>, grace: EndGrace): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  child.stdin?.end();
  await within(exited, grace.stdinMs);
  if (process.platform === 'win32') {
    if (isAlive()) await endTree(pid);
    await within(exited, killLimitMs);
    return;
  }
  if (!signalGroup(pid, 'SIGTERM') || (await groupGone(pid, grace.termMs, isAlive))) return;
  if (signalGroup(pid, 'SIGKILL')) await groupGone(pid, killLimitMs, isAlive);
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
