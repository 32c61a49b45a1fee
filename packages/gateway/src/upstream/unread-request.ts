import { errorCodes, isErrorResponse, type JsonRpcResponse } from '@mcp-typeahead/protocol';

/**
 * Says that the upstream could not read a request, and so not its id: where only one is in flight, it is that one, which
 * would else wait for ever. Other errors without an id may be about a notification.
 *
 * Source: JSON-RPC 2.0, section 5.
 */
export function isAboutUnreadRequest(response: JsonRpcResponse): boolean {
  if (!isErrorResponse(response) || (response.id ?? null) !== null) return false;
  const { code } = response.error;
  return code === errorCodes.parseError || code === errorCodes.invalidRequest;
}
