/** Error codes that completion uses on the wire. */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Outside the range that the specification reserves; see docs/reference/errors.md. */
  rateLimited: 42900,
} as const;

/**
 * An error that goes to the client as it stands. The only way to put a message on the wire: every other
 * error becomes `-32603 Internal error`. Recognise it by `code`, not by `instanceof`.
 */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, options?: { data?: unknown; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options?.data;
  }
}

/** -32602. The message goes to the client: it must quote nothing that was typed. */
export function invalidParams(message: string): WireError {
  return new WireError(errorCodes.invalidParams, message);
}

/** -32601: the server completes nothing. */
export function methodNotFound(): WireError {
  return new WireError(errorCodes.methodNotFound, 'Method not found');
}

/** The detail stays in `cause` for the log and never reaches the wire. */
export function internalError(cause?: unknown): WireError {
  return new WireError(errorCodes.internalError, 'Internal error', { cause });
}

/** 42900, with the time after which to ask again, in milliseconds. */
export function rateLimited(retryAfterMs: number): WireError {
  return new WireError(errorCodes.rateLimited, 'Rate limit exceeded', { data: { retryAfterMs } });
}

/** A `WireError`, also one of another copy of this package, as it is; for anything else, {@link internalError}. */
export function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (typeof error !== 'object' || error === null) return internalError(error);
  const { name, code, message, data } = error as Readonly<Record<string, unknown>>;
  const isWireError = name === 'WireError' && Number.isInteger(code) && typeof message === 'string';
  return isWireError ? new WireError(code as number, message, { data, cause: error }) : internalError(error);
}
