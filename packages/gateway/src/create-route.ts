import { createHash } from 'node:crypto';
import { createPeer } from './engine/create-peer.js';
import type { Engine } from './engine/engine.js';
import { createNameReview } from './engine/name-review.js';
import type { Peer } from './engine/peer.js';
import type { Audit } from './audit/audit-record.js';
import { createAuditTrail } from './interceptor/audit-trail.js';
import { createInterceptor } from './interceptor/create-interceptor.js';
import { createLastingAsk } from './interceptor/lasting-ask.js';
import type { ClientContext } from './interceptor/interceptor.js';
import { limitRepeats } from './limit-repeats.js';
import type { Log } from './log.js';
import type { Route } from './route.js';
import type { Upstream } from './upstream/upstream.js';

export interface CreateRouteOptions {
  name?: string | undefined;
  upstream: Upstream;
  engine: Engine;
  log: Log;
  /** Gets a record of whatever clients ask for. */
  audit?: Audit | undefined;
}

/** So that no credentials are kept. */
function digest(headers: ClientContext['headers']): string | undefined {
  if (headers === undefined) return undefined;
  return createHash('sha256').update(JSON.stringify(headers)).digest('base64url');
}

/** Principals whose view of the upstream is remembered. */
const maxPeers = 1_000;

export function createRoute(options: CreateRouteOptions): Route {
  const { name, upstream, engine } = options;
  const { nextId } = upstream;
  // One for all conversations: in the modern era each lasts for one request.
  const log = limitRepeats(options.log);
  const audit = options.audit && createAuditTrail(options.audit, name);
  const review = createNameReview({ names: () => engine.names, log: options.log, upstream: name });
  const peers = new Map<string, Peer>();

  /** Forwarded headers carry credentials: another set of them may see other lists. */
  const sharedPeer = (principalId: string, { headers }: ClientContext): Peer => {
    const generation = upstream.generation(principalId);
    const key = JSON.stringify([principalId, generation, digest(headers)]);
    const peer = peers.get(key) ?? createPeer(Date.now, review.see);
    peers.delete(key);
    peers.set(key, peer);
    const [oldest] = peers.keys();
    if (peers.size > maxPeers && oldest !== undefined) peers.delete(oldest);
    return peer;
  };

  return {
    name,
    upstream,
    openSession: (toClient) =>
      createInterceptor({ wire: upstream.openSession(), engine, nextId, log, toClient, review, audit }),
    openExchange: (toClient, principalId = 'local') =>
      createInterceptor({
        wire: upstream.openExchange(principalId),
        engine,
        nextId,
        log,
        toClient,
        audit,
        peerFor: (context) => sharedPeer(principalId, context),
        lastingAsk: createLastingAsk(() => upstream.openExchange(principalId), nextId),
      }),
  };
}
