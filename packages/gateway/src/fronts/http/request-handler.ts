import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCodes } from '@mcp-typeahead/protocol';
import type { Authentication } from '../../auth/create-authentication.js';
import { metadataPrefix } from '../../auth/protected-resource.js';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import type { Endpoint } from './endpoint.js';
import { endpointMethods } from './endpoint.js';
import { createHostCheck } from './host-check.js';
import type { HttpExchange } from './http-exchange.js';
import { commonHeaders, sendEmpty, sendJson, sendRefusal, sendText } from './http-exchange.js';
import type { InFlight } from './in-flight.js';
import { corsHeaders, createOriginCheck, preflightHeaders } from './origin-check.js';
import { refuse } from './refusal.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';
import { createRouteTable } from './route-table.js';

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => void;

export interface RequestHandlerOptions {
  routes: readonly Route[];
  endpoints: ReadonlyMap<Route, Endpoint>;
  options: ResolvedHttpOptions;
  authentication: Authentication;
  inFlight: InFlight;
  log: Log;
}

/** What happens to every request, in this order: host, origin, path, method. */
export function createRequestHandler(handlerOptions: RequestHandlerOptions): RequestHandler {
  const { routes, endpoints, options, authentication, inFlight, log } = handlerOptions;
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
    if (path.startsWith(metadataPrefix)) {
      const metadata = req.method === 'GET' ? authentication.metadataAt(path) : undefined;
      if (metadata !== undefined) return sendJson(exchange, 200, metadata);
    }
    const found = find(path);
    if ('refusal' in found) return sendRefusal(exchange, found.refusal);
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
