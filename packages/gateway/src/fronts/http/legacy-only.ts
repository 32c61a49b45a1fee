import type { JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '@mcp-typeahead/protocol';
import { errorCodes, isErrorResponse, isRequest, legacyVersions, metaKeys } from '@mcp-typeahead/protocol';
import { asObject, metaOf } from '../../json-object.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

export const discoverMethod = 'server/discover';

/**
 * Every modern server knows `server/discover`. The error to a bare HTTP status is made by the connection,
 * with the status in its data.
 */
export function provesLegacy({ method }: JsonRpcRequest, response: JsonRpcResponse): boolean {
  if (method !== discoverMethod || !isErrorResponse(response)) return false;
  const status = asObject(response.error.data)?.['status'];
  return response.error.code === errorCodes.methodNotFound || [400, 404, 405].includes(Number(status));
}

/**
 * What a server of the legacy era says to a modern request: 400 with an error that is not one of the modern
 * era's, so that a client of both eras falls back to `initialize`.
 */
export function legacyOnly(message: JsonRpcRequest | JsonRpcNotification): Refusal {
  const reason = `This server speaks earlier protocol versions only (supported: ${legacyVersions.join(', ')}); send initialize`;
  const requested = metaOf(message.params)?.[metaKeys.protocolVersion];
  return refuse(400, reason, {
    data: {
      supported: legacyVersions,
      ...(typeof requested === 'string' && { requested: requested.slice(0, 100) }),
    },
    ...(isRequest(message) && { id: message.id }),
  });
}
