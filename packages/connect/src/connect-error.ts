/**
 * Why a connection ended or could not be used:
 *
 * - `closed`: this side closed it.
 * - `spawn-failed`: the command could not be started.
 * - `exited`: the child process ended by itself.
 * - `line-too-long`: the child wrote more than `maxLineBytes` without a newline.
 * - `unreachable`: no HTTP connection to the URL (refused, name not found, TLS).
 * - `session-gone`: the server no longer knows the HTTP session; open a new wire.
 * - `http-sse-unsupported`: the URL speaks the HTTP+SSE transport of 2024-11-05.
 * - `timeout`: the peer did not answer in time.
 * - `bad-handshake`: the peer answered, but not as an MCP server does.
 */
export type ConnectErrorCode =
  | 'closed'
  | 'spawn-failed'
  | 'exited'
  | 'line-too-long'
  | 'unreachable'
  | 'session-gone'
  | 'http-sse-unsupported'
  | 'timeout'
  | 'bad-handshake';

/** The end of a wire. Data, not an error: a closed connection may be what was wanted. */
export interface WireClosed {
  code: ConnectErrorCode;
  /** One sentence for a person: what happened and what to do. */
  message: string;
  exitCode?: number;
  /** Name of the signal that ended the child. */
  signal?: string;
  /** The last lines that the child wrote to stderr, at most 4 KiB. */
  stderrTail?: string;
}

/** What `send` and `createCaller` reject with. Recognise it by `code`. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code: ConnectErrorCode;
  /** How the wire ended, where it has. */
  readonly closed: WireClosed | undefined;

  constructor(
    code: ConnectErrorCode,
    message: string,
    options?: { closed?: WireClosed | undefined; cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.closed = options?.closed;
  }
}

export function toConnectError(closed: WireClosed, cause?: unknown): ConnectError {
  return new ConnectError(closed.code, closed.message, { closed, cause });
}
