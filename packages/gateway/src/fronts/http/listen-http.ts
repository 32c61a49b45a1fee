import type { AddressInfo } from 'node:net';
import { createClientAddress } from '../../auth/client-address.js';
import { createAuthentication } from '../../auth/create-authentication.js';
import type { Log } from '../../log.js';
import type { Route } from '../../route.js';
import { closeServer } from './close-server.js';
import { createEndpoint } from './endpoint.js';
import { forwardedTo } from './forward-headers.js';
import { bracketed } from './host-check.js';
import type { HttpListener, HttpOptions } from './http-options.js';
import { createHttpServer, openPort } from './http-server.js';
import { createInFlight } from './in-flight.js';
import { createRequestHandler } from './request-handler.js';
import { resolveHttpOptions } from './resolve-http-options.js';
import { pathsOf } from './route-table.js';

export interface ListenDependencies {
  log: Log;
}

/**
 * Serves upstreams over Streamable HTTP, to clients of both eras. Resolves when connections are accepted.
 * @throws RangeError for an address that is none; the system's error where the address cannot be had (`EADDRINUSE`, `EACCES`, …)
 */
export async function listenHttp(
  routes: readonly Route[],
  options: HttpOptions,
  { log }: ListenDependencies,
): Promise<HttpListener> {
  const resolved = resolveHttpOptions(options);
  const authentication = createAuthentication({
    auth: resolved.auth,
    names: routes.map(({ name }) => name),
    addressOf: createClientAddress(resolved),
    log,
  });
  const { ownHeaders } = authentication;
  const endpoints = new Map(
    routes.map((route) => [
      route,
      createEndpoint({
        route,
        options: resolved,
        forwarded: forwardedTo(route, routes, resolved),
        ownHeaders,
        identify: authentication.identify(route.name),
        log,
      }),
    ]),
  );
  const inFlight = createInFlight();
  const handle = createRequestHandler({
    routes,
    endpoints,
    options: resolved,
    authentication,
    inFlight,
    log,
  });
  const server = createHttpServer(handle, resolved.requestTimeoutMs);
  try {
    await openPort(server, resolved);
  } catch (error) {
    await Promise.all([...endpoints.values()].map((endpoint) => endpoint.close()));
    throw error;
  }
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
      closing ??= closeServer(server, [...endpoints.values()], { ...resolved, inFlight });
      return closing;
    },
  };
}
