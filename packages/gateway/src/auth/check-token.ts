import type { Principal } from '@mcp-typeahead/server';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import type { JwtAuth } from './auth-options.js';

/** What a token is found to be. */
export type TokenCheck =
  | { is: 'valid'; principal: Principal; scopes: readonly string[] }
  /** Forged, expired, for somebody else, or no token at all. */
  | { is: 'invalid' }
  /** The keys cannot be had: nothing is known of the token. */
  | { is: 'unknown'; error: unknown };

/** Signatures by a key pair only: whoever can check them cannot make them. */
export const defaultAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Of `jose`: what is wrong with the token, not with the way to the keys. */
const tokenFaults: ReadonlySet<string> = new Set([
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
]);

/**
 * Checks signature, issuer, audience and times of access tokens. The keys are kept, and fetched again for an unknown one, at
 * most twice a minute.
 */
export function createTokenChecker(jwt: JwtAuth): (token: string, resource: string) => Promise<TokenCheck> {
  const keys = createRemoteJWKSet(new URL(jwt.jwks));
  return async (token, resource) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: jwt.issuer,
        audience: [...(jwt.audience ?? [resource])],
        algorithms: [...(jwt.algorithms ?? defaultAlgorithms)],
        clockTolerance: jwt.clockToleranceS ?? 5,
        requiredClaims: ['exp'],
      });
      const principal = toPrincipal(payload, jwt.groupsClaim ?? 'groups');
      if (principal === undefined) return { is: 'invalid' };
      return { is: 'valid', principal, scopes: scopesOf(payload) };
    } catch (error) {
      return isTokenFault(error) ? { is: 'invalid' } : { is: 'unknown', error };
    }
  };
}

function isTokenFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && tokenFaults.has(code);
}

/**
 * The user, else the client that acts for itself. Of the token only the rights are kept: what differs from token to token
 * (`exp`, `jti`) would make each a stranger to the caches.
 */
function toPrincipal(payload: JWTPayload, groupsClaim: string): Principal | undefined {
  const clientId = [payload['client_id'], payload['azp']].find(isFilled);
  const id = isFilled(payload.sub) ? `user:${payload.sub}` : clientId && `client:${clientId}`;
  if (id === undefined) return undefined;
  return {
    id,
    claims: {
      scopes: scopesOf(payload),
      groups: toNames(claimAt(payload, groupsClaim)),
      ...(isFilled(payload.sub) && { sub: payload.sub }),
      ...(clientId !== undefined && { clientId }),
    },
  };
}

/** RFC 9068: `scope`, separated by spaces. Some servers write `scp`, and some a list. */
function scopesOf(payload: JWTPayload): string[] {
  const given = payload['scope'] ?? payload['scp'];
  return (typeof given === 'string' ? given.split(' ') : toNames(given)).filter((scope) => scope !== '');
}

/** A claim by its name, which may have dots in it, or else by its path. */
function claimAt(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, part);
    if (!isHolder) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function toNames(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
