import type { JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import { asObject } from '../../json-object.js';

/**
 * Reads one parsed JSON value as a JSON-RPC message; undefined if it is none. `params` is left to whoever
 * answers the method.
 */
export function toMessage(value: unknown): JsonRpcMessage | undefined {
  const object = asObject(value);
  if (object === undefined || object['jsonrpc'] !== '2.0') return undefined;
  if (Object.hasOwn(object, 'id') && !isId(object['id'])) return undefined;
  if (Object.hasOwn(object, 'method'))
    return typeof object['method'] === 'string' ? toKnown(object) : undefined;
  if (!Object.hasOwn(object, 'id')) return undefined;
  const isResult = Object.hasOwn(object, 'result');
  const isError = typeof asObject(object['error'])?.['code'] === 'number';
  return isResult !== isError ? toKnown(object) : undefined;
}

/** The id under which an error about this value can be answered. */
export function idOf(value: unknown): RequestId | undefined {
  const object = asObject(value);
  const id = object !== undefined && Object.hasOwn(object, 'method') ? object['id'] : undefined;
  return isId(id) ? id : undefined;
}

/** A key for Maps under which `1` and `"1"` differ. */
export function idKey(id: RequestId): string {
  return JSON.stringify(id);
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

function toKnown(object: Readonly<Record<string, unknown>>): JsonRpcMessage {
  return object as unknown as JsonRpcMessage;
}
