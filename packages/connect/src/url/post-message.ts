import {
  errorCodes,
  isErrorResponse,
  isRequest,
  isResponse,
  type JsonRpcMessage,
} from '@mcp-typeahead/protocol';
import { toConnectError, type WireClosed } from '../connect-error.js';
import { detectHttpSse } from './detect-http-sse.js';
import { readReply, type Exchange } from './exchange.js';
import { redirectLocation, type HttpResponse } from './http-client.js';
import { failureResponse, unreachable, urlLabel } from './http-failure.js';
import { modernVersion, requestHeaders } from './request-headers.js';
import { sessionGone, type UrlConnection } from './url-connection.js';

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
  const headers = requestHeaders({
    message,
    custom: [connection.baseHeaders, exchange.headers],
    session: session.id,
    version: session.version,
    paramHeaders: connection.paramHeaders,
  });
  const response = await post(JSON.stringify(message), headers, exchange, connection);
  // Abandoned: nobody waits for it.
  if (response === undefined) return;
  const isSuccess = response.statusCode >= 200 && response.statusCode < 300;
  if (isSuccess) {
    connection.hasSucceeded = true;
    if (method === 'initialize') session.id = sessionId(response);
    if (method === 'notifications/initialized' && modern === undefined) session.listen();
    void readResponse(message, exchange, response, connection).then(({ fault }) =>
      finish(exchange, response, fault, connection),
    );
    return;
  }
  const { fault, isMethodUnknown } = await readResponse(message, exchange, response, connection);
  if (fault !== undefined) await refuseHttpSse(response, connection);
  finish(exchange, response, fault, connection);
  // A 404 of the modern era, which legacy servers may give too, says that there is no such method.
  if (response.statusCode === 404 && headers['mcp-session-id'] !== undefined && !isMethodUnknown) {
    await connection.end(sessionGone);
  }
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

/** Delivers what the response brings. `fault` where the request's own response is not among it. */
async function readResponse(
  message: JsonRpcMessage,
  exchange: Exchange,
  response: HttpResponse,
  connection: UrlConnection,
): Promise<{ fault: string | undefined; isMethodUnknown: boolean }> {
  let isMethodUnknown = false;
  const fault = await readReply(exchange, response, {
    maxMessageBytes: connection.maxMessageBytes,
    deliver: (received) => {
      observe(message, received, connection);
      if (isErrorResponse(received)) isMethodUnknown = received.error.code === errorCodes.methodNotFound;
      connection.deliver(received, exchange.id);
    },
    noise: connection.noise.emit,
    resume:
      modernVersion(message) === undefined
        ? (lastEventId) => connection.session.resume(lastEventId, exchange.abort.signal)
        : undefined,
  });
  return { fault, isMethodUnknown };
}

/** What the transport itself has to know of what passes. */
function observe(request: JsonRpcMessage, received: JsonRpcMessage, connection: UrlConnection): void {
  if (!isRequest(request) || !isResponse(received) || !('result' in received)) return;
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
async function refuseHttpSse(response: HttpResponse, connection: UrlConnection): Promise<void> {
  if (connection.hasSucceeded || ![400, 404, 405].includes(response.statusCode)) return;
  const { client, baseHeaders, over } = connection;
  if (!(await detectHttpSse(client, baseHeaders, over))) return;
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
