import type { ConnectErrorCode } from '@mcp-typeahead/connect';
import { errorCodes, type JsonRpcError, type RequestId } from '@mcp-typeahead/protocol';

/**
 * What a client is told of an upstream that cannot answer. The details (command lines, exit codes, addresses)
 * go to the log only.
 */
const sentences: Readonly<Record<ConnectErrorCode, string>> = {
  closed: 'Connection to the upstream was closed',
  'spawn-failed': 'Upstream could not be started',
  exited: 'Upstream exited',
  'line-too-long': 'Upstream sent a message above the size limit',
  'not-reading': 'Upstream does not read what it is sent',
  unreachable: 'Upstream is unreachable',
  'session-gone': 'Upstream ended the session',
  'http-sse-unsupported': 'Upstream speaks the HTTP+SSE transport, which is not supported',
  timeout: 'Upstream did not answer in time',
  unauthorized: 'Upstream refused the credentials',
  'bad-handshake': 'Upstream did not answer as an MCP server does',
};

export function upstreamFailure(id: RequestId, code: ConnectErrorCode): JsonRpcError {
  return toError(id, sentences[code]);
}

/** Why a message could not be sent. */
export function failureCode(error: unknown): ConnectErrorCode {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && Object.hasOwn(sentences, code) ? (code as ConnectErrorCode) : 'exited';
}

/** While the next start is being waited for. */
export function upstreamUnavailable(id: RequestId): JsonRpcError {
  return toError(id, 'Upstream is unavailable');
}

function toError(id: RequestId, message: string): JsonRpcError {
  return { jsonrpc: '2.0', id, error: { code: errorCodes.internalError, message } };
}
