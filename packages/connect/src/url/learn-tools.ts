import { randomUUID } from 'node:crypto';
import { metaKeys, type JsonRpcMessage, type JsonRpcRequest } from '@mcp-typeahead/protocol';
import { toJson } from '../exact-json.js';
import { createExchange, readReply, type Exchange } from './exchange.js';
import { requestHeaders } from './request-headers.js';
import type { UrlConnection } from './url-connection.js';

const maxPages = 100;

/**
 * Lists the tools on the connection's own account, for the header declarations in them: whoever calls a tool
 * may know it from an earlier connection. Nothing is delivered. Does not reject.
 *
 * Source: MCP 2026-07-28, basic/transports/streamable-http, "Client Behavior".
 *
 * @param call whose `_meta`, headers and abort signal are used
 */
export async function learnTools(
  call: JsonRpcRequest,
  exchange: Exchange,
  connection: UrlConnection,
): Promise<void> {
  let cursor: unknown;
  for (let page = 0; page < maxPages; page += 1) {
    const params = { ...(cursor === undefined ? {} : { cursor }), _meta: envelopeOf(call) };
    const request: JsonRpcRequest = { jsonrpc: '2.0', id: randomUUID(), method: 'tools/list', params };
    const result = await ask(request, exchange, connection);
    connection.paramHeaders.learn(result);
    cursor = (result as { nextCursor?: unknown } | undefined)?.nextCursor;
    if (typeof cursor !== 'string') return;
  }
}

/** What every request of the modern era has; not the call's progress token and the like. */
function envelopeOf(call: JsonRpcRequest): Record<string, unknown> {
  const { _meta } = (call.params ?? {}) as { _meta?: Record<string, unknown> };
  const keys = [metaKeys.protocolVersion, metaKeys.clientInfo, metaKeys.clientCapabilities];
  return Object.fromEntries(keys.map((key) => [key, _meta?.[key]]));
}

async function ask(request: JsonRpcRequest, exchange: Exchange, connection: UrlConnection): Promise<unknown> {
  const { client, baseHeaders, maxMessageBytes, paramHeaders } = connection;
  const headers = requestHeaders({
    message: request,
    custom: [exchange.headers, baseHeaders],
    session: undefined,
    version: undefined,
    paramHeaders,
  });
  const { signal } = exchange.abort;
  try {
    const body = toJson(request);
    const response = await client.request({ method: 'POST', headers, body, signal });
    const received: JsonRpcMessage[] = [];
    await readReply(createExchange(request, {}), response, {
      maxMessageBytes,
      deliver: (message) => received.push(message),
      onJunk: () => {},
      resume: undefined,
    });
    return received.flatMap((message) => ('result' in message ? [message.result] : []))[0];
  } catch {
    return undefined;
  }
}
