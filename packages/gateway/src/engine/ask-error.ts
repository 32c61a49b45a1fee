/**
 * - `refused`: the upstream answered with an error; `rpcCode` is its code.
 * - `timeout`: it did not answer in time.
 * - `interrupted`: the conversation that asked has ended. Another one may ask again.
 */
export type AskErrorCode = 'refused' | 'timeout' | 'interrupted';

/** Why a request of the gateway itself has no result. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly code: AskErrorCode;
  readonly rpcCode: number | undefined;

  constructor(code: AskErrorCode, message: string, rpcCode?: number) {
    super(message);
    this.code = code;
    this.rpcCode = rpcCode;
  }
}
