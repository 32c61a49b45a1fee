import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCodes } from '@mcp-typeahead/protocol';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import { closeServer } from './close-server.js';
import type { Endpoint } from './endpoint.js';
import { createEndpoint, endpointMethods } from './endpoint.js';
import { bracketed, createHostCheck } from './host-check.js';
import type { HttpExchange } from './http-exchange.js';
import { commonHeaders, sendEmpty, sendRefusal, sendText } from './http-exchange.js';
import type { HttpListener, HttpOptions } from './http-options.js';
import { corsHeaders, createOriginCheck, preflightHeaders } from './origin-check.js';
import type { InFlight } from './in-flight.js';
import { createInFlight } from './in-flight.js';
import { answerParseFailure } from './parse-failure.js';
import { refuse } from './refusal.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';
import { resolveHttpOptions } from './resolve-http-options.js';
import { createRouteTable, pathsOf } from './route-table.js';

export interface ListenDependencies {
  log: Log;
}

/**
 * Serves upstreams over Streamable HTTP, to clients of both eras. Resolves when connections are accepted.
 * @throws the system's error where the address cannot be had (`EADDRINUSE`, `EACCES`, …)
 */
export async function listenHttp(
  routes: readonly Route[],
  options: HttpOptions,
  { log }: ListenDependencies,
): Promise<HttpListener> {
  const resolved = resolveHttpOptions(options);
  const endpoints = new Map(
    routes.map((route) => [
      route,
      createEndpoint({ route, options: resolved, forwarded: forwardedTo(route, routes, resolved), log }),
    ]),
  );
  const state = { isClosing: false };
  const inFlight = createInFlight();
  const handle = createHandler({ routes, endpoints, options: resolved, state, inFlight, log });
  const server = createHttpServer(handle, resolved);
  await listen(server, resolved);
  if (!resolved.isLoopback && resolved.allowedHosts.length === 0) {
    log.warn('listening beyond this machine without allowedHosts: only loopback names are answered');
  }
  const { port } = server.address() as AddressInfo;
  const base = `http://${bracketed(resolved.host)}:${port}`;
  const urls = routes.map((route) => base + pathsOf(route, routes, resolved.path)[0]!);
  let closing: Promise<void> | undefined;
  return {
    url: urls[0] ?? base + resolved.path,
    urls,
    port,
    close() {
      state.isClosing = true;
      closing ??= closeServer(server, [...endpoints.values()], { ...resolved, inFlight });
      return closing;
    },
  };
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

interface HandlerOptions {
  routes: readonly Route[];
  endpoints: ReadonlyMap<Route, Endpoint>;
  options: ResolvedHttpOptions;
  state: { isClosing: boolean };
  inFlight: InFlight;
  log: Log;
}

function createHandler({ routes, endpoints, options, state, inFlight, log }: HandlerOptions): Handler {
  const checkHost = createHostCheck({ bindHost: options.host, allowedHosts: options.allowedHosts });
  const checkOrigin = createOriginCheck({
    allowsLoopback: options.isLoopback,
    allowedOrigins: options.allowedOrigins,
  });
  const find = createRouteTable(routes, options.path, (route) => endpoints.get(route)!);

  const serve = async (exchange: HttpExchange): Promise<void> => {
    const { req, res } = exchange;
    const { origin } = req.headers;
    const refusal = checkHost(valuesOf(req, 'host')) ?? checkOrigin(origin);
    if (refusal !== undefined) {
      log.debug('request refused', { status: refusal.status });
      sendRefusal(exchange, refusal);
      return;
    }
    if (origin !== undefined) setHeaders(res, corsHeaders(origin));
    const path = pathOf(req.url);
    if (path === '/healthz' && req.method === 'GET') return sendText(exchange, 200, 'ok\n');
    const found = find(path);
    if ('refusal' in found) return sendRefusal(exchange, found.refusal);
    if (state.isClosing) {
      const headers = { Connection: 'close', 'Retry-After': '1' };
      return sendRefusal(exchange, refuse(503, 'The gateway is closing', { headers }));
    }
    if (req.method !== 'OPTIONS') return found.entry.handle(exchange);
    res.setHeader('Allow', endpointMethods);
    const requested = req.headers['access-control-request-headers'];
    if (origin !== undefined) setHeaders(res, preflightHeaders(requested, endpointMethods));
    sendEmpty(exchange, 204);
  };

  return (req, res) => {
    const { clock, maxBodyBytes } = options;
    const leave = inFlight.enter();
    const exchange: HttpExchange = { req, res, clock, maxBodyBytes, detach: leave };
    res.once('close', leave);
    setHeaders(res, commonHeaders);
    // A write that crosses the client's departure fails; `close` is what tells.
    res.on('error', () => {});
    serve(exchange).catch((error: unknown) => {
      log.error('request failed', { error: error instanceof Error ? error.name : typeof error });
      if (res.headersSent) res.destroy();
      else sendRefusal(exchange, refuse(500, 'Internal error', { code: errorCodes.internalError }));
    });
  };
}

function createHttpServer(handle: Handler, options: ResolvedHttpOptions): Server {
  const server = createServer(
    {
      // Answered by the host check, with our headers.
      requireHostHeader: false,
      requestTimeout: options.requestTimeoutMs,
      headersTimeout: options.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(options.requestTimeoutMs, 5_000),
      keepAliveTimeout: 60_000,
      noDelay: true,
    },
    handle,
  );
  // The body is asked for when it is certain that it will be read.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', answerParseFailure);
  return server;
}

function listen(server: Server, { host, port }: ResolvedHttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A path without its query; something that no route has for other forms of a request target. */
function pathOf(url: string | undefined): string {
  const [path = ''] = (url ?? '').split('?');
  return path.startsWith('/') ? path : '';
}

function valuesOf(req: IncomingMessage, name: string): string[] {
  return req.rawHeaders.filter((_, i, all) => i % 2 === 1 && all[i - 1]!.toLowerCase() === name);
}

function setHeaders(res: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
}

/** One list is for the only upstream; with several, each has its own. */
function forwardedTo(
  route: Route,
  routes: readonly Route[],
  { forwardHeaders }: ResolvedHttpOptions,
): readonly string[] {
  if (route.upstream.kind !== 'url') return [];
  if (isList(forwardHeaders)) {
    return routes.length === 1
      ? forwardHeaders
      : forwardHeaders.filter((name) => name.toLowerCase() !== 'authorization');
  }
  const name = route.name;
  return name !== undefined && Object.hasOwn(forwardHeaders, name) ? forwardHeaders[name]! : [];
}

function isList(value: ResolvedHttpOptions['forwardHeaders']): value is readonly string[] {
  return Array.isArray(value);
}
