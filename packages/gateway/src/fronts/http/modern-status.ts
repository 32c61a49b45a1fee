import type { JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { errorCodes, isErrorResponse } from '@mcp-typeahead/protocol';
import { discoverMethod } from './legacy-only.js';
import { httpErrorCodes } from './refusal.js';

/** MCP 2026-07-28, Streamable HTTP: these errors are HTTP errors too, all others are at home in a 200. */
export function modernStatus({ method }: JsonRpcRequest, response: JsonRpcResponse): number {
  if (!isErrorResponse(response)) return 200;
  switch (response.error.code) {
    case errorCodes.methodNotFound:
      return 404;
    case httpErrorCodes.headerMismatch:
    case httpErrorCodes.missingClientCapability:
    case httpErrorCodes.unsupportedVersion:
      return 400;
    case errorCodes.internalError:
    case errorCodes.rateLimited:
      return 200;
    default:
      // A server that refuses to introduce itself is of the legacy era; clients find out by the status.
      return method === discoverMethod ? 400 : 200;
  }
}
