import {
  errorCodes,
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcRequest,
} from '@mcp-typeahead/protocol';
import { toConnectError, type WireClosed } from '../connect-error.js';
import { toJson } from '../exact-json.js';
import { detectHttpSse } from './detect-http-sse.js';
import { readReply, type Exchange } from './exchange.js';
import { redirectLocation, type HttpResponse } from './http-client.js';
import { failureResponse, unreachable, urlLabel } from './http-failure.js';
import { learnTools } from './learn-tools.js';
import { customHeaders, modernVersion, requestHeaders } from './request-headers.js';
import { noiseLength, sessionGone, type UrlConnection } from './url-connection.js';

/** `HeaderMismatch` of MCP 2026-07-28. */
const headerMismatch = -32020;

/**
 * Sends one message and sees to what comes back. Resolves on a status of success, or when a refusal has been
 * read and delivered.
 *
 * @throws ConnectError where there was no HTTP response, or where it ended the connection
 */
export async function postMessage(
  message: JsonRpcMessage,
  exchange: Exchange,
  connection: UrlConnection,
): Promise<void> {
  const { session } = connection;
  const method = 'method' in message ? message.method : undefined;
  const modern = modernVersion(message);
  if (method === 'initialize') {
    session.id = undefined;
    session.version = undefined;
  }
  session.version = modern ?? session.version;
  if (modern === undefined) session.headers = exchange.headers;
  const headers = headersFor(message, exchange, connection);
  const response = await post(toJson(message), headers, exchange, connection);
  if (response === undefined) {
    connection.exchanges.delete(exchange);
    return;
  }
  if (response.statusCode < 200 || response.statusCode > 299) {
    await takeRefusal({ message, headers, response, exchange, connection });
    return;
  }
  connection.hasSucceeded = true;
  if (method === 'initialize') session.id = sessionId(response);
  if (method === 'notifications/initialized' && modern === undefined) session.listen();
  const deliver = (received: JsonRpcMessage): void => deliverTo(message, received, connection);
  void read({ message, response, exchange, connection }, deliver).then((fault) =>
    finish(exchange, response, fault, connection),
  );
}

function headersFor(
  message: JsonRpcMessage,
  exchange: Exchange,
  connection: UrlConnection,
): Record<string, string> {
  const { session, baseHeaders, paramHeaders } = connection;
  return requestHeaders({
    message,
    custom: [exchange.headers, baseHeaders],
    session: session.id,
    version: session.version,
    paramHeaders,
  });
}

/** Undefined where the exchange was abandoned meanwhile. */
async function post(
  body: string,
  headers: Record<string, string>,
  exchange: Exchange,
  connection: UrlConnection,
): Promise<HttpResponse | undefined> {
  try {
    return await connection.client.request({ method: 'POST', headers, body, signal: exchange.abort.signal });
  } catch (error) {
    if (connection.state.current !== undefined) throw toConnectError(connection.state.current);
    if (exchange.isAbandoned) return undefined;
    throw unreachable(connection.url, error);
  }
}

interface Reply {
  message: JsonRpcMessage;
  response: HttpResponse;
  exchange: Exchange;
  connection: UrlConnection;
}

/** Returns what went wrong where the request's own response is not among what the reply brings. */
function read(
  { message, response, exchange, connection }: Reply,
  deliver: (received: JsonRpcMessage) => void,
): Promise<string | undefined> {
  return readReply(exchange, response, {
    maxMessageBytes: connection.maxMessageBytes,
    deliver,
    onJunk: (text) => connection.noise.emit({ kind: 'http', text: text.slice(0, noiseLength) }),
    resume:
      modernVersion(message) === undefined
        ? (lastEventId) => connection.session.resume(lastEventId, exchange.abort.signal)
        : undefined,
  });
}

/** Delivers, and keeps what the transport itself has to know of what passes. */
function deliverTo(request: JsonRpcMessage, received: JsonRpcMessage, connection: UrlConnection): void {
  if (!isRequest(request)) return;
  if (isResponse(received) && 'result' in received) {
    if (request.method === 'initialize') {
      const { protocolVersion } = (received.result ?? {}) as { protocolVersion?: unknown };
      if (typeof protocolVersion === 'string') connection.session.version = protocolVersion;
    }
    if (request.method === 'tools/list') {
      for (const text of connection.paramHeaders.learn(received.result)) {
        connection.noise.emit({ kind: 'http', text });
      }
    }
  }
  connection.deliver(received, request.id);
}

/** Sees to a status other than of success. */
async function takeRefusal(reply: Reply & { headers: Record<string, string> }): Promise<void> {
  const { message, headers, response, exchange, connection } = reply;
  const received: JsonRpcMessage[] = [];
  const fault = await read(reply, (one) => received.push(one));
  const codes = received.flatMap((one) => (isErrorResponse(one) ? [one.error.code] : []));
  if (codes.includes(headerMismatch) && (await mayTryAgain(message, headers, exchange, connection))) {
    await postMessage(message, exchange, connection);
    return;
  }
  if (fault !== undefined) await refuseHttpSse(response, exchange, connection);
  for (const one of received) deliverTo(message, one, connection);
  finish(exchange, response, fault, connection);
  // A 404 of the modern era, which legacy servers may give too, says that there is no such method.
  const isMethodUnknown = codes.includes(errorCodes.methodNotFound);
  if (response.statusCode === 404 && headers['mcp-session-id'] !== undefined && !isMethodUnknown) {
    await connection.end(sessionGone);
  }
}

/** Whether a tool call that was refused for its headers has got others now. */
async function mayTryAgain(
  message: JsonRpcMessage,
  headers: Record<string, string>,
  exchange: Exchange,
  connection: UrlConnection,
): Promise<boolean> {
  if (!isToolCall(message) || exchange.isRetried) return false;
  exchange.isRetried = true;
  await learnTools(message, exchange, connection);
  if (exchange.isAbandoned || connection.state.current !== undefined) return false;
  return JSON.stringify(headersFor(message, exchange, connection)) !== JSON.stringify(headers);
}

function isToolCall(message: JsonRpcMessage): message is JsonRpcRequest {
  return isRequest(message) && message.method === 'tools/call' && modernVersion(message) !== undefined;
}

/** Makes up the response that did not come. */
function finish(
  exchange: Exchange,
  response: HttpResponse,
  fault: string | undefined,
  connection: UrlConnection,
): void {
  connection.exchanges.delete(exchange);
  if (fault === undefined || exchange.id === undefined || exchange.isAbandoned) return;
  const redirect = redirectLocation(connection.url, response);
  const text =
    redirect === undefined
      ? fault
      : `The server redirects to ${urlLabel(redirect)}, which is not followed. Use that URL if it is the intended server.`;
  connection.deliver(failureResponse(exchange.id, text, { status: response.statusCode }), exchange.id);
}

/** @throws ConnectError `http-sse-unsupported` */
async function refuseHttpSse(
  response: HttpResponse,
  exchange: Exchange,
  connection: UrlConnection,
): Promise<void> {
  if (connection.hasSucceeded || ![400, 404, 405].includes(response.statusCode)) return;
  const { client, baseHeaders, over } = connection;
  if (!(await detectHttpSse(client, customHeaders([exchange.headers, baseHeaders]), over))) return;
  const closed: WireClosed = {
    code: 'http-sse-unsupported',
    message: `${urlLabel(connection.url)} speaks the HTTP+SSE transport of 2024-11-05, which is not supported. Use the server's Streamable HTTP URL, often the same host with the path /mcp.`,
  };
  await connection.end(closed);
  throw toConnectError(closed);
}

function sessionId(response: HttpResponse): string | undefined {
  const value = response.headers['mcp-session-id'];
  const first = Array.isArray(value) ? value[0] : value;
  return first === '' ? undefined : first;
}
