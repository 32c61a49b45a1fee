import type { JsonRpcError, JsonRpcMessage, RequestId } from '@mcp-typeahead/protocol';
import { errorCodes } from '@mcp-typeahead/protocol';

/** A line, read as far as the SDKs need it: pass the message on, send the reply, or drop it for the reason. */
export type CheckedLine =
  | { kind: 'message'; message: JsonRpcMessage }
  | { kind: 'reply'; reply: JsonRpcError }
  | { kind: 'dropped'; reason: string };

type Fields = Record<string, unknown>;

/**
 * Checks what the SDKs' own schemas would drop without an answer, so that a client never waits for a reply that does not come.
 * What passes has the members of JSON-RPC and no others.
 */
export function checkLine(line: string): CheckedLine {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return reply(null, errorCodes.parseError, 'Parse error: each line must be one JSON-RPC message');
  }
  if (!isObject(parsed))
    return reply(null, errorCodes.invalidRequest, 'Invalid request: a message must be an object');
  return 'method' in parsed ? checkCall(parsed) : checkResponse(parsed);
}

function checkCall(call: Fields): CheckedLine {
  const { id, method, params } = call;
  const isRequest = 'id' in call;
  if (isRequest && !isId(id))
    return reply(null, errorCodes.invalidRequest, 'Invalid request: id must be a string or an integer');
  const fault = callFault(call);
  if (fault !== undefined) {
    return isRequest
      ? reply(id as RequestId, fault.code, fault.message)
      : { kind: 'dropped', reason: fault.message };
  }
  const message = {
    jsonrpc: '2.0',
    ...(isRequest ? { id } : {}),
    method,
    ...(params === undefined ? {} : { params }),
  };
  return { kind: 'message', message: message as JsonRpcMessage };
}

function callFault({ jsonrpc, method, params }: Fields): { code: number; message: string } | undefined {
  if (jsonrpc !== '2.0')
    return { code: errorCodes.invalidRequest, message: 'Invalid request: jsonrpc must be "2.0"' };
  if (typeof method !== 'string')
    return { code: errorCodes.invalidRequest, message: 'Invalid request: method must be a string' };
  if (params === undefined) return undefined;
  if (!isObject(params)) return invalid('params must be an object');
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return invalid('params._meta must be an object');
  const { progressToken } = meta;
  return progressToken === undefined || isId(progressToken)
    ? undefined
    : invalid('params._meta.progressToken must be a string or an integer');
}

function invalid(message: string): { code: number; message: string } {
  return { code: errorCodes.invalidParams, message };
}

function checkResponse(response: Fields): CheckedLine {
  const { jsonrpc, id, result, error } = response;
  const isResult = isObject(result) && error === undefined;
  if (jsonrpc !== '2.0' || !isId(id) || (!isResult && !isObject(error))) {
    return { kind: 'dropped', reason: 'neither a request nor a response' };
  }
  const message = { jsonrpc, id, ...(isResult ? { result } : { error }) };
  return { kind: 'message', message: message as JsonRpcMessage };
}

function reply(id: RequestId | null, code: number, message: string): CheckedLine {
  return { kind: 'reply', reply: { jsonrpc: '2.0', id, error: { code, message } } };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
