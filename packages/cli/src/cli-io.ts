import type { Readable, Writable } from 'node:stream';

/** Everything that a command touches of the process, so that it can run inside a test. */
export interface CliIo {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  env: Readonly<Record<string, string | undefined>>;
  /** Relative paths of the command line start here. */
  cwd: string;
  /** Calls the listener when somebody wants the command to end. Returns the function that removes it. */
  onStop(listener: () => void): () => void;
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The process itself. */
export function processIo(): CliIo {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    onStop(listener) {
      const remove = (): void => {
        for (const signal of stopSignals) process.off(signal, stop);
      };
      // Only the first one is caught: whoever insists gets the system's own treatment, an end at once.
      const stop = (): void => {
        remove();
        listener();
      };
      for (const signal of stopSignals) process.on(signal, stop);
      return remove;
    },
  };
}
