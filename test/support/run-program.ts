import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end and collects what it prints. */
export async function runProgram(
  command: readonly [string, ...string[]],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly input?: string;
  } = {},
): Promise<ProgramResult> {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  return { code: code as number | null, stdout, stderr };
}
