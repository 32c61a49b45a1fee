import { errorCodes, type JsonRpcError, type RequestId } from '@mcp-typeahead/protocol';
import { ConnectError } from '../connect-error.js';

/** The URL without what may be secret in it. */
export function urlLabel(url: URL): string {
  return url.origin + url.pathname;
}

/** A response made up for a request that got none. */
export function failureResponse(
  id: RequestId,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): JsonRpcError {
  const error = { code: errorCodes.internalError, message };
  return { jsonrpc: '2.0', id, error: data === undefined ? error : { ...error, data } };
}

/** Says in words why there was no HTTP response. */
export function unreachable(url: URL, error: unknown): ConnectError {
  const code = errorCode(error);
  const reason = reasons[code] ?? (error instanceof Error ? error.message : 'unknown reason');
  const suffix = code === '' || reasons[code] === undefined ? '' : ` (${code})`;
  return new ConnectError('unreachable', `Cannot reach ${urlLabel(url)}: ${reason}${suffix}.`, {
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there, the connection was refused',
  ECONNRESET: 'the connection was reset',
  EAI_AGAIN: 'the name cannot be resolved at the moment',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ENOTFOUND: 'there is no host of that name',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'the connection was closed before a response came',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

function errorCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
