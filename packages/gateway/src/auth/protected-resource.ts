import type { JwtAuth } from './auth-options.js';

/** RFC 9728, section 3: where metadata stands, before the path of the resource. */
export const metadataPrefix = '/.well-known/oauth-protected-resource';

/** The address of one upstream, as clients know it. */
export function resourceOf({ resource }: JwtAuth, name: string | undefined): string {
  return name === undefined ? resource : `${resource.replace(/\/$/, '')}/${encodeURIComponent(name)}`;
}

/** The path of a resource's metadata, on the host of the resource. */
export function metadataPathOf(resource: string): string {
  const { pathname } = new URL(resource);
  return metadataPrefix + (pathname === '/' ? '' : pathname.replace(/\/$/, ''));
}

/** Tells clients which authorization server gives tokens for a resource. Source: RFC 9728, section 2. */
export function toMetadata(jwt: JwtAuth, resource: string): Readonly<Record<string, unknown>> {
  const { scopes = [] } = jwt;
  return {
    resource,
    authorization_servers: [jwt.issuer],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
  };
}

/** Why a request is refused, in the words of RFC 6750. Undefined: it has no token. */
export type ChallengeError = 'invalid_token' | 'insufficient_scope' | undefined;

/** `WWW-Authenticate` of a 401 or 403. Source: RFC 6750, section 3; RFC 9728, section 5.1. */
export function toChallenge(jwt: JwtAuth, resource: string, error: ChallengeError): string {
  const { scopes = [] } = jwt;
  const parts = [
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
    `resource_metadata="${new URL(resource).origin}${metadataPathOf(resource)}"`,
  ];
  return `Bearer ${parts.join(', ')}`;
}
