import { readdir, readFile } from 'node:fs/promises';

const pollMs = 20;

/** False where no process of the group is left. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // EPERM: someone is left whom we may not signal (a set-uid program).
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Waits until the group is gone; nobody announces the end of a grandchild. False where it is not in time.
 *
 * @param isLeaderAlive which its own parent knows without looking
 */
export async function groupGone(
  leader: number,
  limitMs: number,
  isLeaderAlive: () => boolean,
): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (!isLeaderAlive() && !(await isAlive(leader))) return true;
    if (waitedMs >= limitMs) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * A process that has ended stays in its group until its parent collects it. In a container whose first process
 * collects nobody that is for ever, so on Linux each member's state is looked at.
 */
async function isAlive(leader: number): Promise<boolean> {
  if (!signalGroup(leader, 0)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const states = await Promise.all(pids.map((pid) => memberState(pid, leader)));
    return states.some((state) => state !== undefined && state !== 'Z' && state !== 'X');
  } catch {
    return true;
  }
}

/** One letter, for a member of the group. Source: proc(5), /proc/[pid]/stat. */
async function memberState(pid: string, leader: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command's name comes before, in brackets, and may hold anything.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(group) === leader ? state : undefined;
}
