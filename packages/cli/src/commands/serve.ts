import { resolve } from 'node:path';
import {
  createGateway,
  createLog,
  watchConfig,
  type ConfigError,
  type Gateway,
  type GatewayConfig,
  type HttpOptions,
  type Log,
  type WatchedConfig,
} from '@mcp-typeahead/gateway';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-code.js';
import { hasName } from '../has-name.js';
import { planServe, type ServeOptions } from './serve-plan.js';

/** Serves until the client has gone (stdio), or until somebody wants the command to end. */
export async function serve(options: ServeOptions, io: CliIo): Promise<ExitCode> {
  const log = createLog({
    write: (line) => io.stderr.write(`${line}\n`),
    level: options.logLevel ?? 'info',
  });
  const stopped = new AbortController();
  const removeStop = io.onStop(() => stopped.abort());
  try {
    return await run(options, { io, log, stopped: stopped.signal });
  } finally {
    removeStop();
  }
}

interface Surroundings {
  io: CliIo;
  log: Log;
  stopped: AbortSignal;
}

async function run(options: ServeOptions, { io, log, stopped }: Surroundings): Promise<ExitCode> {
  let gateway: Gateway | undefined;
  let watched: WatchedConfig | undefined;
  try {
    if (options.config !== undefined) {
      watched = await watchConfig(resolve(io.cwd, options.config), {
        env: io.env,
        onChange: (config) => reload(gateway, { from: watched?.config, to: config, log }),
        onError: (error) => {
          for (const line of error.message.split('\n')) log.error(line);
          log.error('the configuration was not taken; the last good one stays in force');
        },
      });
    }
    const { upstreams, http } = planServe(options, watched?.config);
    gateway = createGateway({ ...upstreams, ...(watched && { config: watched.config }), log });
    await (http === undefined ? serveStdio(gateway, io, stopped) : serveHttp(gateway, { http, io, stopped }));
    return exitCodes.ok;
  } catch (error) {
    if (!hasName<ConfigError>(error, 'ConfigError')) throw error;
    io.stderr.write(`${error.message}\n`);
    return exitCodes.failed;
  } finally {
    watched?.close();
    await gateway?.close();
  }
}

async function serveStdio(gateway: Gateway, io: CliIo, stopped: AbortSignal): Promise<void> {
  stopped.addEventListener('abort', () => void gateway.close(), { once: true });
  try {
    if (!stopped.aborted) await gateway.serveStdio({ input: io.stdin, output: io.stdout });
  } finally {
    // A client that was left before it went would keep the process waiting for its words.
    io.stdin.destroy();
  }
}

interface HttpSurroundings {
  http: HttpOptions;
  io: CliIo;
  stopped: AbortSignal;
}

async function serveHttp(gateway: Gateway, { http, io, stopped }: HttpSurroundings): Promise<void> {
  const listener = await gateway.listenHttp(http).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`${http.host}:${http.port} is in use by another program`, { cause: error });
  });
  for (const url of listener.urls) io.stderr.write(`mcp-typeahead listens on ${url}\n`);
  if (!stopped.aborted) {
    await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
  }
  await listener.close();
}

interface Reload {
  from: GatewayConfig | undefined;
  to: GatewayConfig;
  log: Log;
}

function reload(gateway: Gateway | undefined, { from, to, log }: Reload): void {
  gateway?.reload(to);
  log.info('the configuration has changed and is in force');
  if (from !== undefined && fixedParts(from) !== fixedParts(to)) {
    log.warn('changes of "upstream", "upstreams", "http", "auth" and "audit" take effect at the next start');
  }
}

/** What is read once, at the start. */
function fixedParts({ upstream, upstreams, http, auth, audit }: GatewayConfig): string {
  const named = Array.from(upstreams, ([name, server]) => [
    name,
    { ...server, completions: undefined, access: undefined },
  ]);
  return JSON.stringify([upstream, named, http, auth, audit]);
}
