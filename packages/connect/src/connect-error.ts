/**
 * Why a connection ended or could not be used:
 *
 * - `closed`: this side closed it.
 * - `spawn-failed`: the command could not be started.
 * - `exited`: the child process ended by itself.
 * - `line-too-long`: the child wrote more than `maxLineBytes` without a newline.
 * - `not-reading`: the child has left too much of its stdin unread; the message was not sent, and the wire stays open.
 * - `unreachable`: no HTTP connection to the URL (refused, name not found, TLS).
 * - `session-gone`: the server no longer knows the HTTP session; open a new wire.
 * - `http-sse-unsupported`: the URL speaks the HTTP+SSE transport of 2024-11-05.
 * - `timeout`: the peer did not answer in time.
 * - `unauthorized`: the server wants other credentials (HTTP 401 or 403).
 * - `bad-handshake`: the peer answered, but not as an MCP server of the wanted era does.
 */
export type ConnectErrorCode =
  | 'closed'
  | 'spawn-failed'
  | 'exited'
  | 'line-too-long'
  | 'not-reading'
  | 'unreachable'
  | 'session-gone'
  | 'http-sse-unsupported'
  | 'timeout'
  | 'unauthorized'
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

export interface ConnectErrorOptions {
  closed?: WireClosed | undefined;
  stderrTail?: string | undefined;
  cause?: unknown;
}

/** What `send` and `createCaller` reject with. Recognise it by `code`. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly code: ConnectErrorCode;
  /** How the wire ended, where it has. */
  readonly closed: WireClosed | undefined;
  /** The last lines that the child wrote to stderr, where there are any. */
  readonly stderrTail: string | undefined;

  constructor(code: ConnectErrorCode, message: string, options: ConnectErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.closed = options.closed;
    this.stderrTail = options.stderrTail ?? options.closed?.stderrTail;
  }
}

/** The error for a wire that has ended. */
export function toConnectError(closed: WireClosed, cause?: unknown): ConnectError {
  return new ConnectError(closed.code, closed.message, { closed, cause });
}
