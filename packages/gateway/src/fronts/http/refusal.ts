import type { JsonRpcError, RequestId } from '@mcp-typeahead/protocol';
import { errorCodes } from '@mcp-typeahead/protocol';

/** Why a request is not served. Sent as an HTTP status with a JSON-RPC error as its body. */
export interface Refusal {
  status: number;
  /** JSON-RPC code. */
  code: number;
  /** Says what is wrong and what to do; never repeats a value that the client sent. */
  message: string;
  data?: unknown;
  /** Of the request, where it could be read. */
  id?: RequestId;
  headers?: Readonly<Record<string, string>>;
}

/** Codes of MCP 2026-07-28 (basic, "Error codes") and one that deployed clients of earlier revisions know. */
export const httpErrorCodes = {
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
  /** What SDK servers send with a 404 in the legacy era; some clients look for it to start a new session. */
  sessionNotFound: -32001,
} as const;

/** @default code -32600 */
export function refuse(status: number, message: string, more: Partial<Refusal> = {}): Refusal {
  return { status, code: errorCodes.invalidRequest, message, ...more };
}

/** Without an id where none could be read (MCP: "an error response that has no id"). */
export function toErrorBody(refusal: Refusal): { id?: RequestId } & Omit<JsonRpcError, 'id'> {
  const { code, message, data, id } = refusal;
  return {
    jsonrpc: '2.0',
    ...(id !== undefined && { id }),
    error: { code, message, ...(data !== undefined && { data }) },
  };
}

export function toErrorResponse(refusal: Refusal, id: RequestId): JsonRpcError {
  return { ...toErrorBody(refusal), id };
}
