import type { JsonRpcErrorObject } from '@mcp-typeahead/protocol';

/** The peer answered a request with an error. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(error: JsonRpcErrorObject) {
    super(typeof error.message === 'string' ? error.message : 'The peer gave no message');
    this.code = error.code;
    this.data = error.data;
  }
}

/** The HTTP status behind a response that the wire made up, or that the server sent along. */
export function httpStatus(error: RpcError): number | undefined {
  const { status } = (error.data ?? {}) as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}
