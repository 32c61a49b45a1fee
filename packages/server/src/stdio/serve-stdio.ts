import { CompletionsError } from '../completions-error.js';
import { member } from '../schema/inner-schemas.js';
import { watchParent } from './watch-parent.js';
import type { StdioTransport, StdioTransportOptions } from './stdio-transport.js';
import { createStdioTransport } from './stdio-transport.js';

interface Connectable {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
}

/**
 * A server of either SDK, served in the legacy era; or a factory of SDK v2 servers, served in the era that the client opens
 * with, for which `@modelcontextprotocol/server` must be installed.
 */
export type StdioTarget =
  | Connectable
  | ((context: { era: 'legacy' | 'modern' }) => Connectable | Promise<Connectable>);

/** How a process ends with its client. */
export interface StdioOptions extends StdioTransportOptions {
  /** How long the process may live on after the end, if something keeps it alive. @default 500 */
  graceMs?: number;
  /** Also end when the parent process has died without closing the pipe. @default true */
  watchParent?: boolean;
  /** Told of faults that the wire is not told of, with nothing that the client sent in them. */
  onError?: (error: Error) => void;
}

/** A server that is served on stdio. */
export interface StdioHandle {
  close(): Promise<void>;
  /** Resolves when the client has gone and the server is closed. */
  readonly closed: Promise<void>;
}

/**
 * Serves on stdin and stdout until the client goes: stdin ends, stdout breaks, SIGHUP, or the parent's death. Then the server
 * is closed, and the process ends with code 0, by itself or, where a timer or a socket keeps it alive, after `graceMs`. Streams
 * other than the process's own end the server only.
 *
 * @throws CompletionsError (rejects) `unsupported-server` where the target is no server, or where the SDK that a factory needs is
 * not installed
 */
export async function serveStdio(target: StdioTarget, options: StdioOptions = {}): Promise<StdioHandle> {
  assertServable(target);
  const transport = createStdioTransport(options);
  const server = await connect(target, transport, options);
  const isProcess = options.input === undefined && options.output === undefined;
  const watch = isProcess ? watchClient(transport, options.watchParent ?? true) : undefined;
  const closed = transport.closed.then(async (why) => {
    if (watch?.isGone() === true || (isProcess && why !== 'closed')) endProcess(options.graceMs ?? 500);
    watch?.stop();
    await server.close().catch((error: unknown) => options.onError?.(error as Error));
  });
  return {
    close: async () => {
      await transport.close();
      await closed;
    },
    closed,
  };
}

/** A transport or completions, passed by mistake, are told of before stdin is read. */
function assertServable(target: unknown): void {
  if (typeof target === 'function') return;
  if (['connect', 'close'].every((name) => typeof member(target, name) === 'function')) return;
  throw new CompletionsError(
    'unsupported-server',
    'serveStdio(...) takes an McpServer or Server of @modelcontextprotocol/server 2 or @modelcontextprotocol/sdk 1, or a function that makes one',
  );
}

/** Closes the transport when the client has gone in a way that the pipes do not tell. */
function watchClient(transport: StdioTransport, watchesParent: boolean): { isGone(): boolean; stop(): void } {
  let isGone = false;
  const leave = (): void => {
    isGone = true;
    void transport.close();
  };
  const stopWatching = watchesParent ? watchParent(leave) : undefined;
  process.on('SIGHUP', leave);
  return {
    isGone: () => isGone,
    stop: () => {
      stopWatching?.();
      process.off('SIGHUP', leave);
    },
  };
}

async function connect(
  target: StdioTarget,
  transport: StdioTransport,
  { onError }: StdioOptions,
): Promise<{ close(): Promise<void> }> {
  if (typeof target === 'function') {
    const sdk = await importSdk();
    return sdk.serveStdio(target, { transport, onerror: (error) => onError?.(error) });
  }
  await target.connect(transport as never);
  return target;
}

interface SdkStdio {
  serveStdio(
    factory: StdioTarget,
    options: { transport: StdioTransport; onerror: (error: Error) => void },
  ): { close(): Promise<void> };
}

async function importSdk(): Promise<SdkStdio> {
  // An optional peer: named in a variable, so that bundlers and compilers do not ask for it.
  const name = '@modelcontextprotocol/server/stdio';
  try {
    return (await import(name)) as SdkStdio;
  } catch (cause) {
    throw new CompletionsError(
      'unsupported-server',
      'serveStdio(factory) needs @modelcontextprotocol/server 2 beside it; for a server of SDK v1 pass the server itself',
      { cause },
    );
  }
}

/** Timers that only wait for the end keep nothing alive. */
function endProcess(graceMs: number): void {
  process.exitCode ??= 0;
  setTimeout(() => process.exit(), graceMs).unref();
}
