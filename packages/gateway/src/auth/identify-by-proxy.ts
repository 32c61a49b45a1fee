import type { IncomingMessage } from 'node:http';
import type { Principal } from '@mcp-typeahead/server';
import { refuse } from '../fronts/http/refusal.js';
import type { AuthOptions, ProxyAuth } from './auth-options.js';
import { createPeerCheck, type ClientAddress } from './client-address.js';
import type { IdentifyRequest } from './identity.js';

export interface ProxyIdentityOptions {
  proxy: ProxyAuth;
  anonymous: AuthOptions['anonymous'];
  addressOf: ClientAddress;
}

/** Identity by headers of a proxy that is known by its address. From anywhere else these headers mean nothing. */
export function createProxyIdentity({
  proxy,
  anonymous = false,
  addressOf,
}: ProxyIdentityOptions): IdentifyRequest {
  const isProxy = createPeerCheck(proxy.from);
  return async (req) => {
    const address = addressOf(req);
    const principal = isProxy(req) ? readPrincipal(req, proxy) : undefined;
    if (principal === undefined && !anonymous) {
      return { refusal: refuse(403, 'The gateway is told by its proxy who asks, and was not') };
    }
    return { identity: { ...(principal !== undefined && { principal }), address } };
  };
}

function readPrincipal(req: IncomingMessage, { user, groups }: ProxyAuth): Principal | undefined {
  const name = headerOf(req, user);
  if (name === undefined || name === '') return undefined;
  const listed = groups === undefined ? undefined : headerOf(req, groups);
  return { id: `user:${name}`, claims: { sub: name, scopes: [], groups: toNames(listed ?? '') } };
}

/** Undefined where it is repeated: one of them may be the client's. Node reads headers as Latin-1; proxies write UTF-8. */
function headerOf({ headersDistinct }: IncomingMessage, name: string): string | undefined {
  const values = headersDistinct[name.toLowerCase()] ?? [];
  return values.length === 1 ? Buffer.from(values[0]!, 'latin1').toString('utf8').trim() : undefined;
}

function toNames(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
