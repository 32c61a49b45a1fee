/** Why an index could not be made. */
export type RankErrorCode = 'invalid-candidate';

/** Thrown when an index is made of what cannot be searched. */
export class RankError extends Error {
  override readonly name = 'RankError';
  readonly code: RankErrorCode;

  constructor(code: RankErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
