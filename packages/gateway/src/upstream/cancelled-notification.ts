import {
  isNotification,
  type JsonRpcMessage,
  type JsonRpcNotification,
  type RequestId,
} from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

export function cancelledNotification(requestId: RequestId, reason: string): JsonRpcNotification {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } };
}

/** The request that a `notifications/cancelled` names; undefined for every other message. */
export function cancelledBy(message: JsonRpcMessage): RequestId | undefined {
  if (!isNotification(message) || message.method !== 'notifications/cancelled') return undefined;
  const id = asObject(message.params)?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
