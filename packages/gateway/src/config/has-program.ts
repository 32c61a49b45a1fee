import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Env } from './expand-env.js';

/** Whether there is a file that a command may mean: a path from `cwd` on, or a bare name on the `PATH`. */
export function hasProgram(command: string, cwd: string, env: Env): boolean {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = /[/\\]/.test(command)
    ? [resolve(cwd, command)]
    : folders.map((folder) => join(folder, command));
  // Windows finds `tool.exe` for `tool`.
  const endings = process.platform === 'win32' ? ['', '.exe', '.com', '.cmd', '.bat'] : [''];
  return paths.some((path) => endings.some((ending) => existsSync(path + ending)));
}
