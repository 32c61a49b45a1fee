/** Each code is explained in docs/reference/errors.md. */
export type SourceErrorCode =
  | 'not-found'
  | 'unreadable'
  | 'too-large'
  | 'bad-encoding'
  | 'bad-format'
  | 'unknown-format'
  | 'column-required'
  | 'unknown-column'
  | 'pointer-not-found'
  | 'invalid-option'
  | 'unreachable'
  | 'http-status'
  | 'redirected'
  | 'refused'
  | 'driver-missing'
  | 'access-denied'
  | 'busy'
  | 'timeout'
  | 'query-failed'
  | 'impossible-value';

/** A source that cannot give its values. Messages name the place and the names of columns, never a value. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;

  constructor(code: SourceErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
