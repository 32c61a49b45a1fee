/** What went wrong; docs/reference/errors.md says what to do. */
export type CompletionsErrorCode =
  | 'already-attached'
  | 'already-connected'
  | 'invalid-completer'
  | 'invalid-option'
  | 'invalid-result'
  | 'invalid-template'
  | 'not-registered'
  | 'source-timeout'
  | 'source-unavailable'
  | 'undeclared-argument'
  | 'unsupported-server';

/**
 * A mistake in the declaration, thrown when it is made, or a fault of a source, given to `onError`.
 * It never reaches the wire. Recognise it by `code`; docs/reference/errors.md lists the codes.
 */
export class CompletionsError extends Error {
  override readonly name = 'CompletionsError';
  readonly code: CompletionsErrorCode;

  constructor(code: CompletionsErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
