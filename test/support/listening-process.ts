import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ListeningProcess {
  readonly url: string;
  readonly pid: number;
  readonly output: () => string;
  /** Sends what Ctrl-C sends, and resolves with the exit code. */
  interrupt(): Promise<number | null>;
  close(): Promise<void>;
}

export interface ListeningOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Finds the address in what was printed so far, for programs that do not print it as a URL. */
  readonly address?: (output: string) => string | undefined;
}

const findUrl = (output: string): string | undefined => /https?:\/\/[\w.:[\]-]+\/\S*?mcp\b/.exec(output)?.[0];

/** Starts a program that prints the address it listens on, and waits for that address. */
export async function startListening(
  command: readonly [string, ...string[]],
  options: ListeningOptions = {},
): Promise<ListeningProcess> {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(timer);
  };
  const address = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no address within the time; output:\n${output}`)),
      options.timeoutMs ?? 20_000,
    );
    const read = (text: string): void => {
      output += text;
      const url = (options.address ?? findUrl)(output);
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    void exited.then(() => {
      clearTimeout(timer);
      reject(new Error(`${command.join(' ')} ended early; output:\n${output}`));
    });
  });
  try {
    const interrupt = async (): Promise<number | null> => {
      child.kill('SIGINT');
      const [code] = (await exited) as [number | null];
      return code;
    };
    return { url: await address, pid: child.pid ?? -1, output: () => output, interrupt, close };
  } catch (error) {
    await close();
    throw error;
  }
}
