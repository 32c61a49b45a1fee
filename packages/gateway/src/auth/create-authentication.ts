import type { Log } from '../log.js';
import type { AuthOptions } from './auth-options.js';
import type { ClientAddress } from './client-address.js';
import { createProxyIdentity } from './identify-by-proxy.js';
import { createTokenIdentity } from './identify-by-token.js';
import type { IdentifyRequest } from './identity.js';
import { metadataPathOf, metadataPrefix, resourceOf, toMetadata } from './protected-resource.js';

export interface AuthenticationOptions {
  auth: AuthOptions;
  /** Names of the upstreams; undefined for the only one. */
  names: readonly (string | undefined)[];
  addressOf: ClientAddress;
  log: Log;
}

/** Who asks, over HTTP. */
export interface Authentication {
  /** How requests to an upstream are identified. */
  identify(name: string | undefined): IdentifyRequest;
  /** What stands at a path below `/.well-known/oauth-protected-resource`. */
  metadataAt(path: string): Readonly<Record<string, unknown>> | undefined;
  /** Headers that say who asks: they are for this gateway, and no upstream gets them. In lower case. */
  readonly ownHeaders: ReadonlySet<string>;
}

/** @throws RangeError for addresses that are none */
export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { auth, names, addressOf, log } = options;
  const { jwt, proxy, anonymous } = auth;
  if (jwt !== undefined) {
    const byToken = createTokenIdentity({ jwt, anonymous, addressOf, log });
    const metadata = new Map<string, Readonly<Record<string, unknown>>>();
    for (const name of names) {
      const resource = resourceOf(jwt, name);
      metadata.set(metadataPathOf(resource), toMetadata(jwt, resource));
      if (names.length === 1) metadata.set(metadataPrefix, toMetadata(jwt, resource));
    }
    return {
      identify: (name) => byToken(resourceOf(jwt, name)),
      metadataAt: (path) => metadata.get(path),
      ownHeaders: new Set(['authorization']),
    };
  }
  if (proxy !== undefined) {
    const byProxy = createProxyIdentity({ proxy, anonymous, addressOf });
    const headers = [proxy.user, ...(proxy.groups === undefined ? [] : [proxy.groups])];
    return {
      identify: () => byProxy,
      metadataAt: () => undefined,
      ownHeaders: new Set(headers.map((header) => header.toLowerCase())),
    };
  }
  const byAddress: IdentifyRequest = async (req) => ({ identity: { address: addressOf(req) } });
  return { identify: () => byAddress, metadataAt: () => undefined, ownHeaders: new Set() };
}
