import type { IncomingMessage } from 'node:http';
import type { Route } from '../../route.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';
import type { ResolvedHttpOptions } from './resolve-http-options.js';

/**
 * Never repeated to an upstream, whatever the list says: what belongs to this connection (RFC 9110 section
 * 7.6.1), what frames or describes the body, who is addressed, cookies, and what the upstream connection
 * writes itself.
 */
const forbidden: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'cookie',
  'digest',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'last-event-id',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'range',
  'repr-digest',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What describes the body, conditions on it, and what the upstream connection says of the protocol itself. */
const forbiddenPrefix = /^(?:content|if|mcp)-/;

export type Forwarded = { headers: Record<string, string> } | { refusal: Refusal };

/**
 * The request headers that an upstream shall get. Names in `Connection` are of this hop only. `*` stands for
 * everything that may be repeated but `authorization`, which has to be named.
 * @param own names, in lower case, of headers that say to the gateway who asks
 */
export function forwardHeaders(
  req: IncomingMessage,
  allowed: readonly string[],
  own: ReadonlySet<string> = new Set(),
): Forwarded {
  const headers: Record<string, string> = {};
  if (allowed.length === 0) return { headers };
  const names = new Set(allowed.map((name) => name.toLowerCase()));
  const hop = new Set((req.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  for (const [name, value] of Object.entries(req.headers)) {
    const isAllowed = names.has(name) || (names.has('*') && name !== 'authorization' && name !== 'origin');
    if (!isAllowed || own.has(name) || hop.has(name)) continue;
    if (forbidden.has(name) || forbiddenPrefix.test(name)) continue;
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    // Node's parser refuses most of these; what it may let through must not reach another parser.
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text)) {
      return { refusal: refuse(400, 'A header holds control characters') };
    }
    headers[name] = text;
  }
  return { headers };
}

/**
 * The names of headers to repeat to an upstream; none to a child. One list for several upstreams cannot opt in to
 * `authorization`: a credential is meant for one of them.
 */
export function forwardedTo(
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
