/** Why there are no suggestions, or why what was asked of this package cannot be done. */
export type ClientErrorCode =
  /** The server completes nothing. Nothing more is sent on this connection. */
  | 'unsupported'
  /** No answer within `timeoutMs`; the request was cancelled. */
  | 'timeout'
  /** 42900: asked too often. `retryAfterMs` says when it is asked again. */
  | 'rate-limited'
  /** The server answered with an error; its number is `rpcCode`. */
  | 'refused'
  /** The message could not be sent, or the connection ended. */
  | 'disconnected'
  /** HTTP 404: the server has forgotten the session. */
  | 'session-gone'
  /** A form has no field of that name. */
  | 'unknown-field'
  /** The object given is no MCP client. */
  | 'unsupported-client';

/** What goes wrong here. Recognise it by `code`. Its message has nothing that a person typed. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  /** The number of the JSON-RPC error that the server answered with. */
  readonly rpcCode: number | undefined;
  /** For `rate-limited`: when to come back, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ClientErrorCode,
    message: string,
    details: { cause?: unknown; rpcCode?: number; retryAfterMs?: number } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.rpcCode = details.rpcCode;
    this.retryAfterMs = details.retryAfterMs;
  }
}
