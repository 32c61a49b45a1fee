import { existsSync } from 'node:fs';
import { ConnectError, type WireClosed } from '../connect-error.js';

/** Says in words why a command could not be started. The arguments are not shown: they may hold secrets. */
export function spawnFailure(
  error: unknown,
  options: { command: string; cwd?: string | undefined },
): WireClosed {
  const { command, cwd } = options;
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const name = JSON.stringify(command);
  const message = ((): string => {
    if (cwd !== undefined && !existsSync(cwd)) {
      return `Cannot start ${name}: the working directory ${JSON.stringify(cwd)} does not exist.`;
    }
    if (code === 'ENOENT') {
      return /[\\/]/.test(command)
        ? `Cannot start ${name}: there is no such file.`
        : `Cannot start ${name}: no such command in PATH. Install it, or give its full path.`;
    }
    if (code === 'EACCES' || code === 'EPERM') {
      return `Cannot start ${name}: it is not executable, or this user may not run it.`;
    }
    if (error instanceof ConnectError) return `Cannot start ${name}: ${error.message}`;
    if (code === 'ERR_INVALID_ARG_VALUE') {
      return `Cannot start ${name}: its arguments or environment hold a NUL character.`;
    }
    if (code === 'E2BIG') return `Cannot start ${name}: its arguments and environment are too long.`;
    return `Cannot start ${name}: the system says ${code ?? 'no reason'}.`;
  })();
  return { code: 'spawn-failed', message };
}
