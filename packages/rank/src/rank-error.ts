/** Why an index could not be made. */
export type RankErrorCode = 'invalid-candidate' | 'invalid-readings' | 'too-large';

/** Thrown when an index is made of what cannot be searched. */
export class RankError extends Error {
  override readonly name = 'RankError';
  readonly code: RankErrorCode;

  constructor(code: RankErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
