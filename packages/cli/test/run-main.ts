import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, vi } from 'vitest';
import { main, type ExitCode } from '../src/index.js';

/** The command of an MCP server on the official SDK. */
export const fixtureServer: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL('./fixtures/server.mjs', import.meta.url)),
];

export interface Run {
  /** Resolves when the command has ended. */
  readonly code: Promise<ExitCode>;
  readonly stdin: PassThrough;
  /** What has been written so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** As a signal would, once the command listens for one. */
  readonly stop: () => Promise<void>;
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** Starts the command inside this process. */
export function startMain(argv: readonly string[], { env = {}, cwd = process.cwd() }: RunOptions = {}): Run {
  const stdin = new PassThrough();
  const stdout = collected();
  const stderr = collected();
  const listeners = new Set<() => void>();
  const code = main(argv, {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    cwd,
    onStop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    code,
    stdin,
    stdout: stdout.text,
    stderr: stderr.text,
    stop: async () => {
      await vi.waitFor(() => expect(listeners.size).toBeGreaterThan(0), { timeout: 10_000 });
      for (const listener of listeners) listener();
    },
  };
}

export interface Ended {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

/** Runs the command to its end. */
export async function runMain(argv: readonly string[], options?: RunOptions): Promise<Ended> {
  const run = startMain(argv, options);
  const code = await run.code;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

/** A folder that goes when the tests of the calling file are done. */
export function temporaryFolder(): { path: string; write: (name: string, content: string) => string } {
  const path = mkdtempSync(join(tmpdir(), 'typeahead-cli-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
  };
}

function collected(): { stream: PassThrough; text: () => string } {
  const stream = new PassThrough();
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return {
    stream,
    text: () => {
      // What is still in the stream was written, only not yet passed on.
      text += (stream.read() as string | null) ?? '';
      return text;
    },
  };
}
