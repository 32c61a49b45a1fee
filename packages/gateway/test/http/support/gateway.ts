import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { GatewayOptions, HttpListener, HttpOptions, Log } from '../../../src/index.js';
import { createGateway, createLog } from '../../../src/index.js';

/** The command of a server in `fixtures/`. */
export function fixture(name: string, ...args: string[]): { command: string; args: string[] } {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url)), ...args],
  };
}

export interface RunningGateway extends HttpListener {
  /** Lines of its log. */
  readonly lines: readonly string[];
}

/** A gateway with real upstreams, until the test is over. */
export async function gateway(
  options: GatewayOptions,
  http: Partial<HttpOptions> = {},
): Promise<RunningGateway> {
  const lines: string[] = [];
  const log: Log = createLog({ write: (line) => void lines.push(line), level: 'debug' });
  const running = createGateway({ log, ...options });
  onTestFinished(async () => running.close());
  const listener = await running.listenHttp({ host: '127.0.0.1', port: 0, closeGraceMs: 0, ...http });
  return { ...listener, lines };
}
