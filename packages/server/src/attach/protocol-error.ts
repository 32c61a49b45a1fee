import type { WireError } from '@mcp-typeahead/protocol';

/** The classes of SDK v1, SDK v2 and this package. */
const protocolErrorNames = ['McpError', 'ProtocolError', 'WireError'];

/**
 * A number as `code` alone does not make an error one for the wire: gRPC's and the DOM's have one too, with hosts and paths in
 * their messages. JSON-RPC's own codes do.
 */
export function isProtocolError(error: unknown): error is WireError {
  const { name, code, message } = (error ?? {}) as Partial<WireError>;
  if (typeof message !== 'string' || typeof code !== 'number' || !Number.isInteger(code)) return false;
  return protocolErrorNames.includes(name ?? '') || (code >= -32_768 && code <= -32_000);
}
