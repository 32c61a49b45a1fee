/** Each code is explained in docs/reference/errors.md. */
export type RedisStoreErrorCode = 'invalid-option' | 'unavailable' | 'command-failed';

/** What the shared store could not do. Messages name no key, no value and no address. */
export class RedisStoreError extends Error {
  override readonly name = 'RedisStoreError';
  readonly code: RedisStoreErrorCode;

  constructor(code: RedisStoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
