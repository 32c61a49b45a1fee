import type { JsonRpcNotification, RequestId } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

export function cancelledNotification(requestId: RequestId, reason: string): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } };
}

/** The request that the params of a `notifications/cancelled` name. */
export function cancelledId(params: unknown): RequestId | undefined {
  const id = asObject(params)?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
