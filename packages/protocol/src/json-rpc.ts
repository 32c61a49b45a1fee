/** JSON-RPC 2.0 as it is on the wire. Members are loosely typed: a raw connection interprets nothing. */

/** `1` and `"1"` are different ids. */
export type RequestId = string | number;

/** Wants a response with its id. */
export interface JsonRpcRequest {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: unknown;
}

/** Wants no response. */
export interface JsonRpcNotification {
  jsonrpc: '2.0';
  method: string;
  params?: unknown;
}

/** Answers a request. */
export interface JsonRpcResult {
  jsonrpc: '2.0';
  id: RequestId;
  result: unknown;
}

/** What a failed request is answered with. */
export interface JsonRpcErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** Refuses a request, or says that a message could not be read. */
export interface JsonRpcError {
  jsonrpc: '2.0';
  /** Null where the request could not be read far enough to know its id. */
  id: RequestId | null;
  error: JsonRpcErrorObject;
}

/** Either answer to a request. */
export type JsonRpcResponse = JsonRpcResult | JsonRpcError;
/** Anything on the wire. */
export type JsonRpcMessage = JsonRpcRequest | JsonRpcNotification | JsonRpcResponse;

/** Whether the sender waits for a response. */
export function isRequest(message: JsonRpcMessage): message is JsonRpcRequest {
  return 'method' in message && 'id' in message;
}

/** Whether nothing is waited for. */
export function isNotification(message: JsonRpcMessage): message is JsonRpcNotification {
  return 'method' in message && !('id' in message);
}

/** Whether it answers something, well or badly. */
export function isResponse(message: JsonRpcMessage): message is JsonRpcResponse {
  return !('method' in message);
}

/** Whether it answers badly. */
export function isErrorResponse(message: JsonRpcMessage): message is JsonRpcError {
  return !('method' in message) && 'error' in message;
}
