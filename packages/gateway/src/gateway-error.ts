/**
 * - `no-upstream`: neither `upstream` nor `upstreams`, or both, or a name that no address can have.
 * - `invalid-url`: the URL of an upstream is not an http one.
 * - `upstream-failed`: the upstream could not be started, or speaks a transport that is not supported.
 * - `closed`: the gateway has been closed.
 */
export type GatewayErrorCode = 'no-upstream' | 'invalid-url' | 'upstream-failed' | 'closed';

/** What the gateway throws. Recognise it by `code`. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: GatewayErrorCode;

  constructor(code: GatewayErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
