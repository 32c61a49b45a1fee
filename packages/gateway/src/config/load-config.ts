import { open } from 'node:fs/promises';
import { checkFolders } from './check-folders.js';
import { ConfigError, type ConfigErrorCode } from './config-error.js';
import type { Env } from './expand-env.js';
import type { GatewayConfig } from './gateway-config.js';
import { hasProgram } from './has-program.js';
import { loadFiles } from './load-files.js';
import { maxConfigBytes, parseConfig } from './parse-config.js';

/** Where `${NAME}` is looked up. */
export interface LoadConfigOptions {
  /** For `${NAME}`. @default process.env */
  env?: Env;
}

/**
 * Reads a `typeahead.yaml`, and once every file that it takes values from: these are served until the files change.
 * @throws {ConfigError} with every fault found, each with line and column
 */
export async function loadConfig(path: string, options: LoadConfigOptions = {}): Promise<GatewayConfig> {
  return checkConfig(await readConfigText(path), path, options);
}

/** The part of `loadConfig` that follows the reading. `before` is what is in force, whose files need not be read again. */
export async function checkConfig(
  text: string,
  path: string,
  { env = process.env, before }: LoadConfigOptions & { before?: GatewayConfig },
): Promise<GatewayConfig> {
  const isProgram = (command: string, cwd: string): boolean => hasProgram(command, cwd, env);
  const config = parseConfig(text, { file: path, env, isProgram });
  const problems = [...(await loadFiles(config, before)), ...(await checkFolders(config))];
  const [first, ...others] = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  if (first !== undefined) throw new ConfigError(path, [first, ...others]);
  return config;
}

/** @throws {ConfigError} unreadable, too-large, syntax */
export async function readConfigText(path: string): Promise<string> {
  const refuse = (code: ConfigErrorCode, message: string, cause?: unknown): never => {
    throw new ConfigError(path, [{ code, line: 1, column: 1, message }], { cause });
  };
  const bytes = await readAtMost(path, maxConfigBytes + 1).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'no such file' : `cannot be read (${cause.code ?? 'unknown'})`;
    return refuse('unreadable', reason, cause);
  });
  if (bytes.length > maxConfigBytes) {
    refuse('too-large', `expected at most ${maxConfigBytes} bytes; put long lists into files`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    return refuse('syntax', 'not UTF-8; save it as UTF-8', cause);
  }
}

async function readAtMost(path: string, limit: number): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    while (length < limit) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(limit - length, 65_536)));
      if (bytesRead === 0) break;
      chunks.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
    }
    return Buffer.concat(chunks, length);
  } finally {
    await handle.close();
  }
}
