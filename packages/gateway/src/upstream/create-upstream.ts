import { openChild, openUrl, type OpenChildOptions, type Wire } from '@mcp-typeahead/connect';
import { GatewayError } from '../gateway-error.js';
import type { Log } from '../log.js';
import type { BackoffOptions } from './backoff.js';
import { createOwnIds } from '../own-ids.js';
import { createSendErrorLog } from './send-error-log.js';
import { logNoise } from './noise-log.js';
import { openSession } from './open-session.js';
import { probeModern } from './probe-modern.js';
import { createSharedWire, type SharedWire } from './shared-wire.js';
import type { ChildUpstreamOptions, SessionWire, Upstream, UpstreamOptions } from './upstream.js';

export interface CreateUpstreamOptions {
  log: Log;
  backoff?: Partial<BackoffOptions>;
  /** A shared connection that nobody uses is closed after this. @default 300000 */
  idleMs?: number;
  /** How long a server may take to say whether it is a modern one. @default 10000 */
  probeMs?: number;
}

const localPrincipal = 'local';

/** @throws GatewayError `invalid-url` */
export function createUpstream(upstream: UpstreamOptions, options: CreateUpstreamOptions): Upstream {
  const { log, backoff = {}, idleMs = 300_000, probeMs = 10_000 } = options;
  const kind = 'url' in upstream ? 'url' : 'child';
  if ('url' in upstream) checkUrl(upstream.url);
  const sessions = new Set<SessionWire>();
  const shared = new Map<string, SharedWire>();
  const probes = new Map<string, { generation: number; answer: Promise<boolean | undefined> }>();
  const nextId = createOwnIds();
  const onSendError = createSendErrorLog(log);
  let isClosed = false;

  const open = (): Wire => {
    const wire = 'url' in upstream ? openUrl(upstream) : openChild(toChildOptions(upstream));
    logNoise(wire, log);
    return wire;
  };

  const sharedFor = (principalId: string): SharedWire => {
    if (isClosed) throw new GatewayError('closed', 'The gateway has been closed');
    const known = shared.get(principalId);
    if (known !== undefined) return known;
    const made = createSharedWire({ kind, open, log, onSendError, backoff, idleMs });
    shared.set(principalId, made);
    return made;
  };

  const probe = async (wire: Wire): Promise<boolean | undefined> => {
    try {
      return await probeModern(wire, probeMs);
    } finally {
      await wire.close();
    }
  };

  return {
    kind,
    nextId,
    openSession() {
      if (isClosed) throw new GatewayError('closed', 'The gateway has been closed');
      const session = openSession({ kind, open, log, onSendError, nextId, backoff });
      sessions.add(session);
      void session.closed.then(() => sessions.delete(session));
      return session;
    },
    openExchange: (principalId = localPrincipal) => sharedFor(principalId).openView(),
    generation: (principalId = localPrincipal) => shared.get(principalId)?.generation ?? 0,
    async isModern(principalId = localPrincipal) {
      if (kind === 'url') return true;
      const connection = sharedFor(principalId);
      const { generation } = connection;
      const known = probes.get(principalId);
      const current =
        known?.generation === generation ? known : { generation, answer: probe(connection.openView()) };
      probes.set(principalId, current);
      const answer = await current.answer;
      // No answer is no knowledge: the next client asks again.
      if (answer === undefined && probes.get(principalId) === current) probes.delete(principalId);
      if (answer === undefined && !connection.isRunning) {
        throw new GatewayError('upstream-failed', 'The upstream ended before it said what it speaks');
      }
      return answer ?? false;
    },
    async close() {
      isClosed = true;
      const closing = [...sessions, ...shared.values()].map((connection) => connection.close());
      await Promise.all(closing);
    },
  };
}

function toChildOptions({ maxMessageBytes, ...options }: ChildUpstreamOptions): OpenChildOptions {
  return maxMessageBytes === undefined ? options : { ...options, maxLineBytes: maxMessageBytes };
}

function checkUrl(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new GatewayError(
    'invalid-url',
    'The URL of an upstream must begin with http:// or https://; a command goes after "--"',
  );
}
