import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from './endpoint.js';
import type { InFlight } from './in-flight.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';

/** Time for the last bytes of streams that were just ended. */
const lastBytesMs = 50;

/**
 * Ends a server in order: no new connections, then requests in flight (for at most `closeGraceMs`), then
 * streams, sessions and what is left of the connections.
 */
export async function closeServer(
  server: Server,
  endpoints: readonly Endpoint[],
  { inFlight, clock, closeGraceMs }: ResolvedHttpOptions & { inFlight: InFlight },
): Promise<void> {
  for (const endpoint of endpoints) endpoint.beginClosing();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  let stopWaiting: (() => void) | undefined;
  const graceEnds = new Promise<void>((resolve) => {
    stopWaiting = clock.schedule(resolve, closeGraceMs);
  });
  await Promise.race([inFlight.whenEmpty(), graceEnds]);
  stopWaiting?.();
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  await delay(lastBytesMs);
  server.closeAllConnections();
  await closed;
}
